"""Inputs under which the claims and checks of lesson 06 must fail."""

from collections import Counter
from itertools import islice

import numpy as np
import torch

TRAINED = "trained tokens find the right one of two texts for over 80% of new words, in 5 splits"
UNKNOWN = "of 3,851 English words seen once none is unknown; of Chinese tokens over half are"
PREFIX = "pieces respect a prefix more often than chance, but in less than two thirds of the words"
PADDING = "512 keeps over 99% of the texts, but book reviews padded to 512 are over 4/5 padding"
BORDERS = type("Borders", (), {"chance": 0.23, "hit": 0.3})

PLANTED = {
    "the two messages arrive as the same tokens": {"same": False},
    "US is us, Polish is polish": {"lines": ["us", "asked", "us", "polish"]},
    "résumé is resume": {"lines": ["résumé"]},
    "the dragon is unknown": {
        "tokenizer": type("Tokenizer", (), {"tokenize": lambda text: ["李", "小", "龙"]}),
    },
    "sing is the third join": {"names": ["##in", "##ing", "##ings", "sing"]},
    "bertlab finds the same 50 joins": {
        "islice": islice,
        "training": type("Training", (), {"joins": lambda words: iter([("##n", "##g")] * 50)}),
        "common": {},
        "learned": [("##i", "##n")] + [("##n", "##g")] * 49,
    },
    "a larger vocabulary cuts less": {"means": [1.5, 1.3]},
    "on new text, 200 joins by count save more than 5 times as much as 200 by quotient": {
        "count": [4.5, 2.6],
        "quotient": [4.5, 4.1],
    },
    "the likelihood is near the count": {
        "means": {"by likelihood": [4.5, 2.9]},
        "count": [4.5, 2.6],
    },
    "whole words miss 8.1%": {"missed": 9, "held_out": Counter("a" * 100)},
    "your cut is bertlab's on every word of the validation split": {"same": [True, False, True]},
    "1,024 is four tokens": {
        "tokenizer": type("Tokenizer", (), {"tokenize": lambda text: ["1024"]}),
    },
    UNKNOWN: {"lost": [], "once": ["a"] * 3851, "chinese": 0.5},
    "two Chinese characters are never joined": {"two": ("京", "北", "北京")},
    "fewer than 1 in 500 tokens of unseen news is unknown": {"lost": 0.003},
    "a Greek word in small letters, one by one, has another end": {
        "small": "οδοσ",
        "ours": "οδοσ",
    },
    "with the mask, padding changes nothing": {
        "found": {"with the mask": np.array([[1.0, 1.0], [1.0, 0.999]])},
    },
    "without the mask, padding to 64 tokens moves the vectors of all 20: cosines below 0.85": {
        "without": np.array([0.7, 0.86]),
    },
    "your batch is bertlab's": {"same": [True, True, False]},
    "128 keeps most texts whole, 512 more than 99%": {"whole": [0.7, 0.98]},
    PADDING: {"whole": [0.7, 0.995], "padding": 0.7},
    "texts without the new token keep their vectors": {
        "before": torch.zeros(3),
        "after": torch.full((3,), 1e-7),
    },
    "untrained tokens are near chance": {"means": {"untrained token": 0.61}},
    TRAINED: {"found": {"trained token": [0.97, 0.78]}},
    "and without any word they find it too: in each split for over 80%": {
        "found": {"trained, no word": [1.0, 0.75]},
    },
    "the word is read": {"rates": {"its word": 0.5}, "others": 0.3},
    "the token does not help the search": {
        "rates": {"its word": 0.7, "the word alone": 0.5},
    },
    "the category in words helps, but less": {
        "means": {"in words": 0.9},
        "found": {"trained token": [0.88, 0.95]},
    },
    "the two messages get different replies": {"best": torch.tensor([0, 0])},
    "two trained rows choose the right reply for over 70% of new messages, in 3 splits": {
        "new": [0.9, 0.65, 0.9],
    },
    "8 of 16 as in part 8, 11 to search": {
        "found": {"as in part 8": (8, 15), "to search": (8, 12)},
    },
    "the library's batch is yours": {"agree": [True, False, True]},
    "two rows more": {
        "model": type(
            "Model",
            (),
            {
                "embeddings": type(
                    "Rows", (), {"word_embeddings": type("T", (), {"weight": np.zeros(30522)})}
                )
            },
        ),
    },
    "ours and the library's tokenizer give the same ids for every text of four test splits": {
        "equal": [True, True, False],
    },
    PREFIX: {"prefixed": BORDERS, "margin": 0.1},
    "the shortened pair is bertlab's": {
        "short": [[5], [6, 7]],
        "truncate": lambda first, second, limit: ([5], [6]),
        "first": None,
        "second": None,
    },
}
