"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

EQUIVALENT = {
    "averaged": {
        "There is at least one machine.": [
            "averaged: every input -> assert len(gradients) != 0",
            "averaged: every input -> assert len(counts) != 0",
        ],
    },
    "accumulated_step": {
        "There is at least one part.": ["accumulated_step: every input -> assert len(parts) != 0"],
    },
    "window_mask": {
        "A distance is the same in both directions.": [
            "window_mask: positions[:, None] - positions -> positions - positions[:, None]"
        ],
    },
    "interval": {
        "A standard deviation needs at least two numbers.": [
            "interval: every input -> assert len(differences) != 0",
            "interval: every input -> assert len(differences) != 1",
        ],
        "A square is the same for both signs.": ["interval: d - mean -> mean - d"],
    },
}


def _averaged(generator):
    shapes = generator.integers(1, 5, (generator.integers(1, 4), 2))
    counts = generator.integers(1, 9, generator.integers(1, 5)).tolist()
    drawn = [[torch.from_numpy(generator.normal(size=s)) for s in shapes] for _ in counts]
    return drawn, counts


def _accumulated_step(generator):
    parts = []
    for rows in generator.integers(1, 5, generator.integers(1, 4)).tolist():
        x, labels = generator.normal(size=(rows, 4)), generator.integers(3, size=rows)
        parts.append((torch.from_numpy(x), torch.from_numpy(labels)))
    return (parts,)


def _window_mask(generator):
    T, window = generator.integers(1, 9, 2).tolist()
    return T, None if generator.integers(4) == 0 else window


def _interval(generator):
    return generator.normal(size=generator.integers(2, 7)).tolist(), generator.random()


INPUTS = {
    "averaged": _averaged,
    "accumulated_step": _accumulated_step,
    "window_mask": _window_mask,
    "interval": _interval,
}
