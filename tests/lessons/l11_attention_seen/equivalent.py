"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

EQUIVALENT = {
    "attention_entropy": {
        "The longest text of a batch has [CLS] and [SEP], so there are two tokens at least.": [
            "attention_entropy: every input -> weights = weights.squeeze(2)",
            "attention_entropy: every input -> weights = weights.squeeze(3)",
            "attention_entropy: every input -> attention_mask = attention_mask.squeeze(1)",
        ],
    },
    "previous_token_share": {
        "A token has one before it, so there are two tokens at least.": [
            "previous_token_share: every input -> weights = weights.squeeze(1)",
            "previous_token_share: every input -> weights = weights.squeeze(2)",
        ],
    },
    "separator_share": {
        "[CLS] and [SEP] are always there, so there are two tokens at least.": [
            "separator_share: every input -> weights = weights.squeeze(2)",
            "separator_share: every input -> weights = weights.squeeze(3)",
            "separator_share: every input -> input_ids = input_ids.squeeze(1)",
        ],
        "The weights of one text fit its ids, which still have the axis of the batch.": [
            "separator_share: every input -> weights = weights.squeeze(0)"
        ],
    },
}


def _weights(generator, *shape):
    return torch.from_numpy(generator.standard_normal(shape)).softmax(dim=-1)


def _attention_entropy(generator):
    B, H = generator.integers(1, 5, 2)
    T = int(generator.integers(2, 8))
    lengths = torch.from_numpy(generator.integers(1, T + 1, B))
    return _weights(generator, B, H, T, T), (torch.arange(T) < lengths[:, None]).long()


def _previous_token_share(generator):
    H, T = int(generator.integers(1, 5)), int(generator.integers(2, 8))
    return _weights(generator, H, T, T), int(generator.integers(2, T + 1))


def _separator_share(generator):
    B, H = generator.integers(1, 5, 2)
    T = int(generator.integers(2, 8))
    ids = torch.from_numpy(generator.integers(5, 9, (B, T)))
    for row, length in zip(ids, generator.integers(2, T + 1, B), strict=True):
        row[0], row[length - 1], row[length:] = 2, 3, 0
    return _weights(generator, B, H, T, T), ids, 3, 0


INPUTS = {
    "attention_entropy": _attention_entropy,
    "previous_token_share": _previous_token_share,
    "separator_share": _separator_share,
}
