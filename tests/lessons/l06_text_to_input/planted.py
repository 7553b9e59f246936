"""Inputs under which the claims of lesson 06 must fail."""

from collections import Counter
from itertools import islice

import torch

PLANTED = {
    "bertlab finds the same 50 joins": {
        "islice": islice,
        "training": type("Training", (), {"joins": lambda words: iter([("##n", "##g")] * 50)}),
        "common": {},
        "slow": [("##i", "##n")] + [("##n", "##g")] * 49,
    },
    "each doubling leaves fewer pieces in a word": {"means": [2.6, 2.0, 2.1, 1.5]},
    "every word of the training text can be cut": {"unknown": ["naïve"]},
    "200 joins by count save more than twice as much": {"none": 4.3, "count": 3.5, "quotient": 3.8},
    "your cut is bertlab's on every word of the validation split": {"same": [True, False, True]},
    "4 of 5 words came before: cut once, then looked up": {"held_out": Counter(the=4, a=1)},
    "fewer than 1 in 1,000 rare English words is unknown": {
        "lost": ["盤"] * 4,
        "once": ["a"] * 3900,
    },
    "of Chinese news more than half is": {
        "unknown_share": lambda cutter, texts: 0.5,
        "tokenizer": None,
        "news": [],
    },
    "the whole word's lower case has another last letter": {"small": "οδοσ", "ours": "οδοσ"},
    "two Chinese characters are never joined": {"learned": ("京", "北", "北京")},
    "fewer than 1 in 500 tokens of unseen news is unknown": {
        "unknown_share": lambda cutter, texts: 0.003,
        "zh": None,
        "news": [],
    },
    "every text of four test splits has the library's ids": {"equal": [True, True, False]},
    "more often than chance, but rarely prefix + word": {"chance": 0.4, "hit": 0.35, "exact": 0.1},
    "the pair's ids and types are the library's": {
        "ids": [101, 5, 102, 6, 102],
        "types": [0, 0, 0, 1, 0],
        "theirs": type("Encoding", (), {"ids": [101, 5, 102, 6, 102], "type_ids": [0, 0, 0, 1, 1]}),
    },
    "the types are not the positions": {"types": [0, 1, 2, 3], "ids": [101, 5, 6, 102]},
    "padding to 512 spends 4 of 5 tokens on nothing": {"full": 0.7},
    "128 keeps most texts whole, 512 more than 99%": {"whole": [0.7, 0.98]},
    "the shortened pair is bertlab's": {
        "short": [[5], [6, 7]],
        "truncate": lambda first, second, limit: ([5], [6]),
        "first": None,
        "second": None,
    },
    "texts without the new token keep their vectors": {
        "before": torch.zeros(3),
        "after": torch.full((3,), 1e-7),
    },
}
