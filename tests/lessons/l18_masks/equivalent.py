"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

from lessons.l18_masks.exercises.pronounce.question import scores

EQUIVALENT = {
    "best_letter": {
        "The same number is added to all chances, and none that is left gets as low as -1.": [
            "best_letter: 1 -> 2 (2)",
        ],
        "No chance is below 0, so -2 marks what was tried as well as -1 does.": [
            "best_letter: 1 -> 2 (3)",
        ],
    },
    "next_tokens": {
        "The ids and what is asked have one shape and one dtype.": ["next_tokens: ids -> asked"],
    },
    "pronounce": {
        "A text has [CLS] at least, so its first part is never empty.": [
            "pronounce: every input -> assert len(first) != 0",
        ],
        "There is one text, which is both the first and the last.": ["pronounce: 0 -> -1 (2)"],
    },
    "reach": {
        "There is one text, which is both the first and the last.": [
            "reach: 0 -> -1",
            "reach: 0 -> -1 (2)",
            "reach: 0 -> -1 (3)",
        ],
        "The ids and the others are equally many.": ["reach: ids -> others (2)"],
    },
}


def _best_letter(generator):
    gaps, number = generator.integers(1, 6), generator.integers(26)
    probabilities = torch.from_numpy(generator.dirichlet([0.2] * 26, gaps))
    return probabilities, {*generator.permutation(26)[:number].tolist()}


def _next_tokens(generator):
    shape = generator.integers(1, 7, 2)
    return tuple(torch.from_numpy(generator.integers(most, size=shape)) for most in (90, 2))


def _pronounce(generator):
    first = generator.integers(12, size=generator.integers(1, 8)).tolist()
    return int(generator.integers(200)), scores, first, int(generator.integers(12))


def _reach(generator):
    T = int(generator.integers(1, 6))
    mixed, table = (torch.from_numpy(generator.integers(3, size=s)) for s in ((T, T), (9, 2)))
    ids, others = torch.from_numpy(generator.integers(9, size=(2, 1, T)))
    return lambda ids: mixed @ table[ids], ids, others


INPUTS = {
    "best_letter": _best_letter,
    "next_tokens": _next_tokens,
    "pronounce": _pronounce,
    "reach": _reach,
}
