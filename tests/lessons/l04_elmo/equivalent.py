"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

EQUIVALENT = {
    "both_targets": {
        "Each row holds <s> and </s>, so there are two tokens at least.": [
            "both_targets: every input -> tokens = tokens.squeeze(1)"
        ],
        "What comes over from another row stands at the edge, which is overwritten.": [
            "both_targets: tokens.roll(-1, dims=1) -> tokens.roll(-1)",
            "both_targets: tokens.roll(1, dims=1) -> tokens.roll(1)",
        ],
    },
    "join_directions": {
        "The states of both directions have one shape.": [
            "join_directions: from_left -> from_right",
        ],
    },
    "nearest_agrees": {
        "The cosines are symmetric, so a row and a column hold the same.": [
            "nearest_agrees: 1 -> 0 (2)"
        ],
    },
    "scalar_mix": {
        "The numbers w have one axis, which is both the first and the last.": [
            "scalar_mix: 0 -> -1"
        ],
    },
}


def _normal(generator, *shape):
    return torch.from_numpy(generator.standard_normal(shape)).float()


def _both_targets(generator):
    B, T = int(generator.integers(1, 5)), int(generator.integers(2, 7))
    words = torch.from_numpy(generator.integers(3, 20, (B, T)))
    words[:, 0], words[:, -1] = 1, 2
    return (words,)


def _join_directions(generator):
    lengths = generator.integers(1, 6, generator.integers(1, 5))
    shape = (len(lengths), lengths.max() + generator.integers(0, 3), generator.integers(1, 5))
    return _normal(generator, *shape), _normal(generator, *shape), torch.from_numpy(lengths)


def _nearest_agrees(generator):
    N, F = int(generator.integers(2, 12)), int(generator.integers(2, 6))
    kinds = torch.from_numpy(generator.integers(0, 3, N))
    lengths = torch.from_numpy(generator.uniform(1, 4, (N, 1))).float()
    return _normal(generator, N, F) * lengths, kinds


def _scalar_mix(generator):
    layers, T, F = generator.integers(1, 6, 3)
    gamma = float(generator.uniform(0.1, 3))
    return _normal(generator, layers, T, F), _normal(generator, layers), gamma


INPUTS = {
    "both_targets": _both_targets,
    "join_directions": _join_directions,
    "nearest_agrees": _nearest_agrees,
    "scalar_mix": _scalar_mix,
}
