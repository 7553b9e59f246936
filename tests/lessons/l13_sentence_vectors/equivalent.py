"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

EQUIVALENT = {
    "contrast": {
        "A batch has two sentences or more, says the exercise.": [
            "contrast: every input -> first = first.squeeze(0)",
            "contrast: every input -> second = second.squeeze(0)",
        ],
        "Both have a row for each sentence.": ["contrast: first -> second (2)"],
        "normalize works along axis 1 by itself.": [
            "contrast: normalize(first, dim=1) -> normalize(first)",
            "contrast: normalize(second, dim=1) -> normalize(second)",
        ],
    },
    "whitened_cosines": {
        "normalize works along axis 1 by itself.": [
            "whitened_cosines: normalize((documents - mean) @ matrix, dim=1) -> "
            "normalize((documents - mean) @ matrix)",
            "whitened_cosines: normalize((queries - mean) @ matrix, dim=1) -> "
            "normalize((queries - mean) @ matrix)",
        ],
    },
}


def _normal(generator, *shape):
    return torch.from_numpy(generator.standard_normal(shape))


def _mean_pair_cosine(generator):
    number, size = generator.integers(2, 7), generator.integers(1, 7)
    return (_normal(generator, number, size),)


def _whitened_cosines(generator):
    size, queries, documents = generator.integers(2, 6, 3)  # a covariance needs two axes
    fitted = size + generator.integers(2, 9)
    dims = int(generator.integers(1, size + 1))
    sets = [_normal(generator, number, size) for number in (fitted, queries, documents)]
    return *sets, dims


def _contrast(generator):
    number, size = generator.integers(2, 6), generator.integers(1, 6)
    temperature = float(generator.uniform(0.05, 2))
    return _normal(generator, number, size), _normal(generator, number, size), temperature


INPUTS = {
    "mean_pair_cosine": _mean_pair_cosine,
    "whitened_cosines": _whitened_cosines,
    "contrast": _contrast,
}
