"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

EQUIVALENT = {
    "cosine": {
        "The dot product of two vectors is the same in both orders.": ["cosine: a @ b -> b @ a"]
    },
}


def _cosine(generator):
    size = int(generator.integers(1, 9))
    return tuple(torch.from_numpy(generator.standard_normal((2, size))))


INPUTS = {"cosine": _cosine}
