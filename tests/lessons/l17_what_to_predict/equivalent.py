"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

EQUIVALENT = {
    "best_order": {
        "A tensor with one number adds up and compares as the number does.": [
            "best_order: float(scores[i, j]) -> scores[i, j]",
        ],
    },
}


def _best_order(generator):
    N = int(generator.integers(1, 5))
    return (torch.from_numpy(generator.integers(-20, 21, (N, N))).float(),)


INPUTS = {"best_order": _best_order}
