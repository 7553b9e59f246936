"""Inputs under which the claims of lesson 03 must fail."""

from types import SimpleNamespace

import numpy as np
import torch

OFF = torch.full((2, 4), 3e-6, dtype=torch.float64)
ZEROS = torch.zeros(2, 4, dtype=torch.float64)


class Table(torch.Tensor):
    """A tensor of zeros that has a gradient which moves it away from the student's rows."""

    grad = torch.full((2, 4), 1e-4, dtype=torch.float64)


PLANTED = {
    "table and loops make the same pairs": {
        "pairs": [("the", "old")],
        "skip_gram_pairs": lambda words, window: [("the", "old"), ("old", "the")],
        "sentence": ["the", "old"],
    },
    "words rarer than 1 in 400 always stay": {
        "share": torch.tensor([0.5, 0.002]),
        "keep": torch.tensor([0.1, 0.99]),
    },
    "loop and tensor version agree to 1e-6": {"at_once": OFF, "by_loop": ZEROS},
    "bertlab's full softmax does, too": {"ours": OFF, "by_loop": ZEROS},
    "no word has a longer code than a rarer one": {"turns": [1, 3, 2, 3]},
    "all words together have probability 1": {"by_loop": torch.tensor([0.5, 0.4])},
    "bertlab's walk gives the same to 1e-6": {"ours": OFF, "by_loop": ZEROS},
    "the expected length is within one bit of the entropy": {"entropy": 9.7, "length": 10.8},
    "and below log2 V, a balanced tree's": {"length": 13.0, "balanced": 12.9},
    "NCE ends at log p": {"nce": OFF, "p": torch.ones(2, 4, dtype=torch.float64)},
    "negative sampling at log p - log kq": {
        "negative": ZEROS,
        "p": torch.tensor(0.2),
        "k": 2,
        "q": torch.tensor(0.2),
    },
    "the draws fit power 3/4, and neither 1 nor 0": {"fits": {0.75: 0.3, 1.0: 0.2, 0.0: 0.0}},
    "bertlab moves the outputs alike (1e-6)": {"moved": OFF, "yours": (None, ZEROS)},
    "autograd moves the inputs alike": {
        "inputs": torch.zeros(2, 4, dtype=torch.float64).as_subclass(Table),
        "yours": (ZEROS, None),
    },
    "with the limit no size diverges, in three seeds": {
        "sizes": [{"limited": [120.0, 121.0]}, {"limited": [140.0, None]}],
    },
    "without it large batches do": {"sizes": [{"unlimited": [None]}, {"unlimited": [140.0]}]},
    "both fast objectives come within 5% of the full softmax, 3 seeds": {"ratios": [1.0, 1.06]},
    "three seeds: the loss falls from pass to pass": {"losses": [[3, 2, 1], [3, 2, 2], [3, 2, 1]]},
    "gensim reads the same numbers": {
        "theirs": SimpleNamespace(vectors=np.array([1.0, 2.0])),
        "vectors": SimpleNamespace(vectors=np.array([1.0, 2.1])),
    },
    "and so do we": {
        "again": SimpleNamespace(vectors=np.array([1.0, 2.0])),
        "theirs": SimpleNamespace(vectors=np.array([1.0, 2.1])),
    },
    "at least 9 words in 10 have their nearest neighbor in their own kind": {
        "strangers": ["australia", "six", "acid", "wife", "month"],
    },
    "the loss stretches vectors, a cosine cannot": {"along": {"dot": 0.5, "cosine": 0.01}},
    "some negatives stand in the window": {"inside": 0.001},
    "skip-gram, negative sampling: not worse than gensim by 0.03, on both": {
        "low": {"wordsim353": -0.01, "simlex999": -0.04},
    },
    "minilm is ahead of our best run by 0.2 or more, on both": {
        "ahead": {"wordsim353": 0.4, "simlex999": 0.1},
    },
    "on WordSim each of 5 seeds with a tree beats each without": {
        "tree_seeds": [0.3, 0.2],
        "negative_seeds": [0.1, 0.25],
    },
}
