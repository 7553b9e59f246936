"""Mutants of the references that are right as well, and the inputs on which they have to be."""

import torch

EQUIVALENT = {
    "input_embeddings": {
        "The types of one text fit its ids, which still have the axis of the batch.": [
            "input_embeddings: every input -> token_type_ids = token_type_ids.squeeze(0)"
        ],
        "Ids and types have one shape.": ["input_embeddings: input_ids -> token_type_ids (2)"],
        "The difference is squared, so its sign does not count.": [
            "input_embeddings: summed - mean -> mean - summed"
        ],
    },
    "largest_differences": {
        "Each program has at least one step: without one, there is nothing to compare.": [
            "largest_differences: every input -> assert len(mine) != 0",
            "largest_differences: every input -> assert len(theirs) != 0",
        ],
        "The size of a difference does not depend on its sign.": [
            "largest_differences: one - other -> other - one",
            "largest_differences: zip(mine, theirs, strict=True) -> zip(theirs, mine, strict=True)",
        ],
        "If each text has one token, a mask without the axis of tokens picks these same tokens.": [
            "largest_differences: every input -> attention_mask = attention_mask.squeeze(1)"
        ],
    },
    "mean_pool": {
        "One text without the axis of the batch fits its mask, which still has that axis.": [
            "mean_pool: every input -> hidden = hidden.squeeze(0)"
        ],
    },
}


def _normal(generator, *shape):
    return torch.from_numpy(generator.standard_normal(shape))


def _mask(generator, B, T):
    lengths = torch.from_numpy(generator.integers(1, T + 1, B))
    return (torch.arange(T) < lengths[:, None]).long()


def _input_embeddings(generator):
    B, T, V, D = generator.integers(1, 6, 4)
    tables = {
        "word_embeddings.weight": _normal(generator, V, D),
        "position_embeddings.weight": _normal(generator, T + generator.integers(0, 3), D),
        "token_type_embeddings.weight": _normal(generator, 2, D),
        "LayerNorm.weight": _normal(generator, D),
        "LayerNorm.bias": _normal(generator, D),
    }
    ids, types = generator.integers(0, V, (B, T)), generator.integers(0, 2, (B, T))
    return torch.from_numpy(ids), torch.from_numpy(types), tables


def _mean_pool(generator):
    B, T, D = generator.integers(1, 6, 3)
    return _normal(generator, B, T, D), _mask(generator, B, T)


def _largest_differences(generator):
    steps, B, T, D = generator.integers(1, 6, 4)
    mine, theirs = ([_normal(generator, B, T, D) for _ in range(steps)] for _ in range(2))
    return mine, theirs, _mask(generator, B, T)


INPUTS = {
    "largest_differences": _largest_differences,
    "input_embeddings": _input_embeddings,
    "mean_pool": _mean_pool,
}
