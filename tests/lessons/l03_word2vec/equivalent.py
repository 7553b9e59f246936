"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

EQUIVALENT = {
    "hierarchical_probability": {
        "Every word is below the root, so there is a turn: a path of none is not legal.": [
            "hierarchical_probability: every input -> assert len(path) != 0",
            "hierarchical_probability: every input -> assert len(code) != 0",
        ],
        "The path is a list already.": ["turns: list(path) -> path"],
    },
    "skip_gram_pairs": {
        "A word beside itself is there for a misconception; the reference never asks for it.": [
            "paired: itself or j != i -> j != i"
        ],
    },
}


def _hierarchical_probability(generator):
    size, num_nodes = generator.integers(1, 6, 2).tolist()
    numbers = torch.from_numpy(generator.standard_normal((num_nodes + 1, size)))
    path = generator.permutation(num_nodes)[: generator.integers(1, num_nodes + 1)].tolist()
    return numbers[0], numbers[1:], path, generator.integers(0, 2, len(path)).tolist()


def _skip_gram_pairs(generator):
    words = generator.choice(list("abc"), generator.integers(0, 9)).tolist()
    return words, int(generator.integers(1, 7))


INPUTS = {
    "hierarchical_probability": _hierarchical_probability,
    "skip_gram_pairs": _skip_gram_pairs,
}
