"""Inputs under which the claims of lesson 00 must fail."""

from types import SimpleNamespace

import torch

IS_RIVER = torch.tensor([False, False, False, True, True, True])

PLANTED = {
    "trained weights are here: banks is nearest to bank": {
        "nearest_piece": 7,
        "tokenizer": SimpleNamespace(ids={"banks": 8}),
    },
    "uses of equal meaning lie closer together": {
        "table": torch.tensor([0.5, 0.5, 0.9]),
        "same": torch.tensor([True, True, False]),
        "other": torch.tensor([False, False, True]),
    },
    "the nearest bank always has the same meaning": {
        "is_river": IS_RIVER,
        "nearest": torch.tensor([1, 0, 0, 4, 3, 0]),  # the last one's neighbor has money
    },
}
