"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

EQUIVALENT = {
    "fill": {
        "A pattern has two entries at least, the text and the gap.": [
            "fill: every input -> assert len(pattern) != 0",
            "fill: every input -> assert len(pattern) != 1",
        ],
    },
    "class_scores": {
        "There are two classes or more, says the text.": [
            "class_scores: every input -> assert len(words) != 0",
            "class_scores: every input -> assert len(words) != 1",
        ],
    },
    "folds": {
        "Both classes are dealt out alike, and each fold is sorted.": [
            "folds: label == c -> label != c",
            "folds: (0, 1) -> (1, 0)",
        ],
        "Which words an error has is not asked for.": [
            "folds: 'expected a k from 2 to ' -> 'expected a k from 2 to _'",
            "folds: ', the smaller class, got ' -> ', the smaller class, got _'",
        ],
    },
    "cross_validated": {
        "Labels in a tensor are dealt out like those in a list.": [
            "cross_validated: labels.tolist() -> labels",
        ],
    },
    "with_prompts": {
        "A single text is broadcast again by masked_scatter.": [
            "with_prompts: every input -> vectors = vectors.squeeze(0)",
            "with_prompts: every input -> slots = slots.squeeze(0)",
        ],
    },
    "interval": {
        "Which words an error has is not asked for.": [
            "interval: 'expected at least 2 draws, got ' -> 'expected at least 2 draws, got _'"
        ],
        "A tensor without axes does for a number.": [
            "interval: means.std().item() -> means.std()",
            "interval: means.mean().item() -> means.mean()",
        ],
    },
}


def _fill(generator):
    words = ["so", "it", "was", "it"][: generator.integers(5)]
    pattern = generator.permutation(["{}", "[MASK]", *words]).tolist()
    max_length = len(pattern) + 2 + int(generator.integers(4))
    return pattern, ["a", "fine", "film", "it"][: generator.integers(5)], max_length


def _class_scores(generator):
    B, C, V = (int(n) for n in generator.integers((1, 2, 6), (4, 5, 9)))
    first, second, *others = generator.permutation(V)[: C + 1].tolist()
    words = [[first, second], *([one] for one in others)]
    return torch.from_numpy(generator.normal(size=(B, V))), words


def _folds(generator):
    k = int(generator.integers(2, 5))
    zeros, ones = generator.integers(k, k + 5, 2)
    return generator.permutation([0] * zeros + [1] * ones).tolist(), k


def _cross_validated(generator):
    labels, k = _folds(generator)
    margins = torch.from_numpy(generator.integers(-3, 4, len(labels))).double()
    return margins, torch.tensor(labels), k


def _with_prompts(generator):
    B, T, D = generator.integers(1, 5, 3).tolist()
    S = int(generator.integers(1, T + 1))
    slots = torch.from_numpy(generator.random((B, T))).argsort(dim=1) < S
    vectors, prompts = generator.normal(size=(B, T, D)), generator.normal(size=(S, D))
    return torch.from_numpy(vectors), slots, torch.from_numpy(prompts)


def _interval(generator):
    D, N = generator.integers((2, 1), 6)
    return (torch.from_numpy(generator.integers(-1, 2, (D, N))),)


INPUTS = {
    "fill": _fill,
    "class_scores": _class_scores,
    "folds": _folds,
    "cross_validated": _cross_validated,
    "with_prompts": _with_prompts,
    "interval": _interval,
}
