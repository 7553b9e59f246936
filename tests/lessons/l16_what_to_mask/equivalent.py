"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

EQUIVALENT = {
    "soft_mask": {
        "One row is spread over the rows of p, of which there is one as well.": [
            "soft_mask: every input -> words = words.squeeze(0)",
        ],
    },
    "span_length": {
        "The last coin can only end the span, and so does the end of the list.": [
            "span_length: for coin in coins: -> for coin in list(coins)[:-1]:",
        ],
    },
}


def _soft_mask(generator):
    T, D = (int(n) for n in generator.integers(1, 7, 2))
    words, mask, wrong = (torch.from_numpy(generator.random(n)).float() for n in ((T, D), D, T))
    return words, mask, wrong


def _span_length(generator):
    return ([*generator.uniform(0.2, 1, generator.integers(30)), 0.1, *generator.random(3)],)


INPUTS = {"soft_mask": _soft_mask, "span_length": _span_length}
