"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

EQUIVALENT = {
    "hierarchical_probability": {
        "Every word is below the root, so there is a turn: a path of none is not legal.": [
            "hierarchical_probability: every input -> assert len(path) != 0",
            "hierarchical_probability: every input -> assert len(code) != 0",
        ],
        "The path is a list already.": ["hierarchical_probability: list(path) -> path"],
    },
    "negative_sampling_step": {
        "Each word adds its own moves, and all are read from the old tables.": [
            "negative_sampling_step: [(neighbor, 1), *((word, 0) for word in noise if word != "
            "neighbor)] -> [*((word, 0) for word in noise if word != neighbor), (neighbor, 1)]"
        ],
        "A dot product has no order.": [
            "negative_sampling_step: outputs[word] @ inputs[center] -> "
            "inputs[center] @ outputs[word]"
        ],
    },
}


def _hierarchical_probability(generator):
    size, num_nodes = generator.integers(1, 6, 2).tolist()
    numbers = torch.from_numpy(generator.standard_normal((num_nodes + 1, size)))
    path = generator.permutation(num_nodes)[: generator.integers(1, num_nodes + 1)].tolist()
    return numbers[0], numbers[1:], path, generator.integers(0, 2, len(path)).tolist()


def _negative_sampling_step(generator):
    num_words, size, draws = generator.integers(1, 6, 3).tolist()
    inputs, outputs = torch.from_numpy(generator.standard_normal((2, num_words, size)))
    center, neighbor, *noise = generator.integers(0, num_words, 1 + draws + 1).tolist()
    return inputs, outputs, center, neighbor, noise, float(generator.uniform(0.01, 1))


INPUTS = {
    "hierarchical_probability": _hierarchical_probability,
    "negative_sampling_step": _negative_sampling_step,
}
