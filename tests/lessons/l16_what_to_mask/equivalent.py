"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

EQUIVALENT = {
    "seed_interval": {
        "A deviation needs two seeds at least, so no list is empty or has one entry.": [
            "seed_interval: every input -> assert len(ours) != 0",
            "seed_interval: every input -> assert len(ours) != 1",
            "seed_interval: every input -> assert len(base) != 0",
            "seed_interval: every input -> assert len(base) != 1",
        ],
    },
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


def _seed_interval(generator):
    ours, base = generator.normal(50, 3, (2, int(generator.integers(2, 9)))).tolist()
    return ours, base, float(generator.uniform(1.9, 13))


INPUTS = {"seed_interval": _seed_interval, "soft_mask": _soft_mask, "span_length": _span_length}
