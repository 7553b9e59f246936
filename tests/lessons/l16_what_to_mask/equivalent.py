"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

EQUIVALENT = {
    "soft_mask": {
        "One row is spread over the rows of p, of which there is one as well.": [
            "soft_mask: every input -> words = words.squeeze(0)",
        ],
    },
}


def _seed_interval(generator):
    S, N, R = (int(n) for n in generator.integers((1, 2, 2), (5, 9, 30)))
    first, second = (torch.from_numpy(generator.random((S, N))) for _ in range(2))
    seeds, lines = (torch.from_numpy(generator.integers(n, size=(R, n))) for n in (S, N))
    return first, second, seeds, lines


def _soft_mask(generator):
    T, D = (int(n) for n in generator.integers(1, 7, 2))
    words, mask, wrong = (torch.from_numpy(generator.random(n)).float() for n in ((T, D), D, T))
    return words, mask, wrong


INPUTS = {"seed_interval": _seed_interval, "soft_mask": _soft_mask}
