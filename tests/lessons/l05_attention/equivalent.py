"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

EQUIVALENT = {
    "attention_head": {
        "Queries and keys have the same number of features.": ["attention_head: query -> key (2)"],
        "One text without the axis of the batch fits the others, which still have that axis.": [
            "attention_head: every input -> query = query.squeeze(0)",
            "attention_head: every input -> key = key.squeeze(0)",
            "attention_head: every input -> value = value.squeeze(0)",
        ],
    },
    "windows": {
        "The exercise leaves open what an empty text gives: not legal.": [
            "windows: every input -> assert len(ids) != 0"
        ],
    },
}


def _attention_head(generator):
    B, T, K = generator.integers(1, 6, 3).tolist()
    vectors = torch.from_numpy(generator.standard_normal((3, B, T, K)))
    lengths = torch.from_numpy(generator.integers(0, T + 1, B))
    return *vectors, (torch.arange(T) < lengths[:, None]).long()


def _windows(generator):
    size = int(generator.integers(1, 9))
    ids = generator.integers(0, 9, generator.integers(1, 30)).tolist()
    return ids, size, int(generator.integers(1, size + 1))


INPUTS = {
    "attention_head": _attention_head,
    "windows": _windows,
}
