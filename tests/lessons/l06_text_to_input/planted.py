"""Inputs under which the claims and checks of lesson 06 must fail."""

from collections import Counter
from itertools import islice, pairwise

import numpy as np
import torch

TRAINED = (
    "trained emojis are right in over 70% of the choices, with the message or without, 3 times"
)
UNKNOWN = (
    "to English BERT, no word seen once in Wikipedia is unknown, but over half of a Chinese paper"
)
AFFIXES = (
    "BERT cuts before an ending in over 3/4 of the words, but in under 1/4 if it changes the word"
)
PADDING = "512 keeps over 99% of the texts, but book reviews padded to 512 are over 4/5 padding"
BORDERS = type("Borders", (), {"chance": 0.23, "hit": 0.3, "margin": 0.1})
GOOD = type("Borders", (), {"chance": 0.23, "hit": 0.9, "margin": 0.05})

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
    "each doubling cuts less, and saves less than the one before": {
        "means": [3, 2.5, 1.5],
        "pairwise": pairwise,
    },
    "on new text, 400 merges by count save more than 4 times as much as 400 by quotient": {
        "count": [4.5, 2.5],
        "quotient": [4.5, 4.0],
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
    "two Chinese characters are never merged": {"two": ("京", "北", "北京")},
    "fewer than 1 in 500 tokens of unseen news is unknown": {"lost": 0.003},
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
    "untrained rows are near chance": {"means": {"untrained": 0.66}},
    TRAINED: {"found": {"trained": [0.97, 0.8], "trained, alone": [1.0, 0.65]}},
    "23% with the emoji, 21% without": {"rates": {"its text": 0.23, "the text alone": 0.25}},
    "the message is read": {"rates": {"its text": 0.2}, "others": 0.1},
    "the emoji hardly helps the search": {
        "gain": 0.2,
    },
    "plain words help, but less": {"means": {"in words": 0.8, "trained": 0.82}},
    "the two messages get different replies": {"best": torch.tensor([0, 0])},
    "10 of 16 as in part 8, 11 to search": {
        "found": {"as in part 8": (10, 15), "to search": (10, 12)},
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
    "your tokenizer and the library's give the same ids for every text of four test splits": {
        "equal": [True, True, False],
    },
    AFFIXES: {"ended": GOOD, "changed": BORDERS},
    "BERT's cut after a prefix is no accident": {"prefixed": BORDERS},
    "BERT's cut after the prefix in about half of the words": {"prefixed": BORDERS},
    "ours are hardly better than chance": {"in_ours": GOOD},
    "ours respect endings as well": {"ended_in_ours": GOOD, "changed_in_ours": GOOD},
    "the Greek word is one of those that are cut": {"cut": ["selfishness"]},
    "the traditional dragon is known": {
        "tokenizer": type("Tokenizer", (), {"tokenize": lambda text: ["李", "小", "[UNK]"]}),
    },
    "NFKC makes wide digits ordinary": {
        "unicodedata": type("Unicode", (), {"normalize": lambda form, text: text}),
    },
    "the smallest limits that keep 95% whole": {"smallest": [64, 128, 256]},
    "frequent pairs help the quotient, but not much": {
        "frequent": 0.5,
        "saved": {"by quotient": 0.45, "by count": 2.2},
    },
    "the shortened pair is bertlab's": {
        "short": [[5], [6, 7]],
        "truncate": lambda first, second, limit: ([5], [6]),
        "first": None,
        "second": None,
    },
}
