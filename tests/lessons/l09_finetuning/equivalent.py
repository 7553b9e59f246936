"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import numpy as np
import torch

EQUIVALENT = {
    "accumulated_updates": {
        "Without a batch there is no update to be the last: not legal.": [
            "accumulated_updates: every input -> assert len(micro_batches) != 0"
        ],
        "A group of no batches leaves no gradient, so its update changes nothing.": [
            "accumulated_updates: range(0, len(micro_batches), every) -> "
            "range(0, len(micro_batches) + 1, every)"
        ],
        "The weight has the same numbers, whether it wants a gradient or not.": [
            "accumulated_updates: weight.detach() -> weight"
        ],
    },
    "bucketed_batches": {
        "A bucket of no texts has no batches.": [
            "bucketed_batches: range(0, len(shuffled), size) -> range(0, len(shuffled) + 1, size)"
        ],
        "There are as many lengths as texts.": ["bucketed_batches: shuffled -> lengths"],
        "The exercise leaves open the order of texts of one length, so no two have one.": [
            "bucketed_batches: sorted(shuffled[start:start + size], "
            "key=lambda text: lengths[text]) -> sorted(list(shuffled[start:start + size])[::-1], "
            "key=lambda text: lengths[text])"
        ],
    },
    "early_stopping": {
        "A budget of no epochs has no best one: not legal.": [
            "early_stopping: every input -> assert len(scores) != 0"
        ],
        "The first epoch is the best of those so far before it is compared with itself.": [
            "early_stopping: for epoch, score in enumerate(scores, start=1): -> "
            "for epoch, score in list(enumerate(scores, start=1))[1:]:"
        ],
    },
    "epoch_figures": {
        "No examples have no mean loss: not legal.": [
            "epoch_figures: every input -> assert len(batches) != 0"
        ],
        "The loss and the count begin at 0, whether it is written 0 or 0.0.": [
            "epoch_figures: (0.0, 0, 0) -> (0, 0.0, 0)"
        ],
    },
    "mixed_cls": {
        "There are four layers at least, with the embeddings five: fewer are not legal.": [
            "mixed_cls: every input -> assert len(hidden_states) != 0",
            "mixed_cls: every input -> assert len(hidden_states) != 1",
        ],
        "The four numbers have one axis, which is both the first and the last.": [
            "mixed_cls: 0 -> -1 (2)"
        ],
    },
}


def _normal(generator, *shape):
    return torch.from_numpy(generator.standard_normal(shape))


def _batches(generator, D, C):
    sizes = generator.integers(1, 5, generator.integers(1, 6))
    return [
        (_normal(generator, size, D), torch.from_numpy(generator.integers(0, C, size)))
        for size in sizes
    ]


def _accumulated_updates(generator):
    C, D, every = generator.integers(1, 5, 3).tolist()
    rate = float(generator.uniform(0.01, 1))
    return _normal(generator, C, D), _batches(generator, D, C), every, rate


def _bucketed_batches(generator):
    number = int(generator.integers(0, 30))
    shuffled, lengths = generator.permutation(number), generator.permutation(number)
    batch_size, bucket, seed = generator.integers(1, 5, 3).tolist()
    return shuffled.tolist(), lengths.tolist(), batch_size, bucket, np.random.default_rng(seed)


def _early_stopping(generator):
    scores = generator.integers(0, 6, generator.integers(1, 9)).astype(float).tolist()
    return scores, int(generator.integers(1, 5))


def _epoch_figures(generator):
    C, D = generator.integers(1, 5, 2).tolist()
    return _batches(generator, D, C), _normal(generator, C, D), _normal(generator, C)


def _mixed_cls(generator):
    layers = int(generator.integers(5, 9))
    B, T, D = generator.integers(1, 5, 3)
    return tuple(_normal(generator, layers, B, T, D)), _normal(generator, 4)


def _paired_interval(generator):
    texts, rows = generator.integers(2, 9, 2).tolist()
    right_a, right_b = (torch.from_numpy(generator.integers(0, 2, texts)).double() for _ in "ab")
    return right_a, right_b, torch.from_numpy(generator.integers(0, texts, (rows, texts)))


INPUTS = {
    "accumulated_updates": _accumulated_updates,
    "bucketed_batches": _bucketed_batches,
    "early_stopping": _early_stopping,
    "epoch_figures": _epoch_figures,
    "mixed_cls": _mixed_cls,
    "paired_interval": _paired_interval,
}
