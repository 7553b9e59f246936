"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

EQUIVALENT = {
    "cosine": {
        "The dot product of two vectors is the same in both orders.": ["cosine: a @ b -> b @ a"]
    },
    "right_comparisons": {
        "Each meaning has two sentences or more, so that there are pairs of both kinds.": [
            "right_comparisons: every input -> assert len(different) != 0",
            "right_comparisons: every input -> assert len(same) != 0",
        ]
    },
}


def _cosine(generator):
    size = int(generator.integers(1, 9))
    return tuple(torch.from_numpy(generator.standard_normal((2, size))))


def _right_comparisons(generator):
    lengths = generator.integers(1, 9, size=2)
    return tuple((generator.integers(-9, 10, size=n) / 10).tolist() for n in lengths)


INPUTS = {"cosine": _cosine, "right_comparisons": _right_comparisons}
