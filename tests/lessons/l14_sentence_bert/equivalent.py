"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

EQUIVALENT = {
    "pair_features": {
        "The size of a difference does not depend on its direction.": [
            "pair_features: u - v -> v - u"
        ],
    },
    "triplet_loss": {
        "A distance does not depend on its direction.": [
            "triplet_loss: anchors - negatives -> negatives - anchors",
            "triplet_loss: anchors - positives -> positives - anchors",
        ],
        "One vector without the axis of the batch fits the two others, which still have it.": [
            "triplet_loss: every input -> anchors = anchors.squeeze(0)",
            "triplet_loss: every input -> negatives = negatives.squeeze(0)",
            "triplet_loss: every input -> positives = positives.squeeze(0)",
        ],
    },
    "nearest_others": {
        "The last axis is axis 1.": ["nearest_others: cosines.topk(k, dim=1) -> cosines.topk(k)"],
        "normalize works along axis 1 by itself.": [
            "nearest_others: normalize(vectors, dim=1) -> normalize(vectors)"
        ],
    },
}


def _normal(generator, *shape):
    return torch.from_numpy(generator.standard_normal(shape))


def _pair_features(generator):
    B, D = generator.integers(1, 6, 2)
    return _normal(generator, B, D), _normal(generator, B, D)


def _triplet_loss(generator):
    B, D = generator.integers(1, 6, 2)
    margin = float(generator.uniform(0.1, 3))
    return *(_normal(generator, B, D) for _ in range(3)), margin


def _nearest_others(generator):
    N, D = generator.integers(2, 7, 2)
    return _normal(generator, N, D), int(generator.integers(1, N))


INPUTS = {
    "pair_features": _pair_features,
    "triplet_loss": _triplet_loss,
    "nearest_others": _nearest_others,
}
