"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

EQUIVALENT = {
    "window_features": {
        "A window of one word has the same features with the axis of its words or without.": [
            "window_features: every input -> windows = windows.squeeze(1)"
        ],
    },
    "truncated_gradient": {
        "Every row of the vectors and of the targets has the shape of a state.": [
            "truncated_gradient: vectors -> targets",
            "truncated_gradient: 0 -> -1",
        ],
        "A number that is added to the loss does not change its gradient.": [
            "truncated_gradient: torch.zeros -> torch.ones"
        ],
        "The difference is squared, so its sign does not count.": [
            "truncated_gradient: state - target -> target - state"
        ],
        "There is one gradient, which is both the first and the last.": [
            "truncated_gradient: 0 -> -1 (3)"
        ],
        "The state has the same numbers, with the graph behind it or without.": [
            "truncated_gradient: state.detach() -> state (2)"
        ],
    },
}


def _truncated_gradient(generator):
    T, D = generator.integers(1, 6, 2).tolist()
    vectors, targets, recurrence = (
        torch.from_numpy(generator.standard_normal(shape)).float()
        for shape in ((T, D), (T, D), (D, D))
    )
    return vectors, targets, recurrence, int(generator.integers(1, T + 2))


def _window_features(generator):
    B, T, V, M = generator.integers(1, 7, 4).tolist()
    windows, embedding = generator.integers(0, V, (B, T)), generator.standard_normal((V, M))
    return torch.from_numpy(windows), torch.from_numpy(embedding)


INPUTS = {
    "truncated_gradient": _truncated_gradient,
    "window_features": _window_features,
}
