"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

EQUIVALENT = {
    "frontier": {
        "There is at least one model.": ["frontier: every input -> assert len(points) != 0"]
    },
    "prune": {
        "A model has at least one tensor.": ["prune: every input -> assert len(weights) != 0"],
        "Squares have the same order as absolute values.": ["prune: weight.abs -> weight.square"],
    },
}


def _frontier(generator):
    points = generator.integers(1, 6, (generator.integers(1, 9), 2))
    return ([tuple(point) for point in points.tolist()],)


def _prune(generator):
    weights = [torch.from_numpy(generator.normal(size=s)) for s in ((2, 3), (4,), (5, 1, 2))]
    return weights[: generator.integers(1, 4)], generator.random()


INPUTS = {"frontier": _frontier, "prune": _prune}
