"""Mutants of the references that are right as well, and the inputs on which they have to be."""

from random import Random

EQUIVALENT = {
    "visible": {
        "A sentence has at least one word.": ["visible: every input -> assert len(branches) != 0"],
        "The first token is a word, so that its index is at least 0.": ["visible: 0 -> -1 (2)"],
        "There is one axis: the first is the last.": ["visible: 0 -> -1 (3)"],
    },
    "exchange": {
        "A draw is exactly 0.5 only once in 2 to the power of 53.": [
            "exchange: generator.random() < 0.5 -> generator.random() <= 0.5"
        ],
    },
}


def _visible(generator):
    branches, number = [], 0
    for facts in generator.integers(0, 3, generator.integers(1, 5)).tolist():
        branches.append(0)
        for size in generator.integers(1, 4, facts).tolist():
            number += 1
            branches += [number] * size
    return (branches,)


def _exchange(generator):
    types = [["Ada Blum", "Jo", "Lea May Li"], ["Rome", "New York"], ["Monday"]]
    same_type = {name: each for each in types for name in each}
    words, names = [], []
    for name in generator.choice([*same_type], generator.integers(5)).tolist():
        words += ["so"] * int(generator.integers(3))
        names.append((len(words), len(words) + len(name.split())))
        words += name.split()
    return words, names, same_type, Random(int(generator.integers(2**32)))


INPUTS = {
    "visible": _visible,
    "exchange": _exchange,
}
