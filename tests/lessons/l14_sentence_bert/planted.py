"""Inputs under which the claims and checks of lesson 14 must fail."""

from types import SimpleNamespace

import numpy as np
import torch

BOTH = np.array([0.9, 0.7])

PLANTED = {
    "each two of 10,000: a cross-encoder makes 49,995,000 passes, a bi-encoder 10,000": {
        "pairs": 50_000_000,
        "N": 10_000,
    },
    "days against a minute": {"hours": 20.0, "minutes": 1.0},
    "all three agree": {
        "by_loop": torch.tensor(0.1),
        "at_once": torch.tensor(0.2),
    },
    "at least half find their partner": {"found": 100, "unseen": [""] * 240},
    "on the same 800 triples the cross-encoder learns nothing: its second look spoils the order": {
        "two": [0.1, 0.1, 0.6],
        "one": 0.7,
    },
    "a buried word: MaxSim finds over twice as many as one vector, counting words all": {
        "firsts": {"one vector": 9, "MaxSim": 18, "TF-IDF": 40},
        "rows": [None] * 40,
    },
    "on unseen wordings the in-batch loss beats all three objectives of Sentence-BERT": {
        "leads": [(0.1, 0.05, 0.15), (0.1, 0.05, 0.15), (0.02, -0.01, 0.05)]
    },
    "every objective helps": {"gains": [(0.1, 0.05, 0.15), (0.0, -0.1, 0.1)]},
    "trained on templates, our encoder beats minilm on templates and loses to it on Wikipedia": {
        "here": (0.1, 0.05, 0.15),
        "there": (-0.01, -0.03, 0.01),
    },
    "each trained interval meets that of the start": {
        "trained": [SimpleNamespace(low=0.6)],
        "scores": {"lee": {"untuned": SimpleNamespace(high=0.5)}},
    },
    "hard negatives add nothing that we can see: the interval holds 0": {"gain": (0.1, 0.05, 0.15)},
    "the folder gives the same vectors": {"difference": torch.tensor(1e-3)},
    "of ten new questions the robot answers six right at once; counting words, two": {
        "firsts": {"the robot": 5, "TF-IDF": 2}
    },
    "ours is behind minilm here": {"firsts": {"ours": 6, "minilm": 6}},
    "a limit of 0.8 keeps half of the paraphrases in one encoder and a quarter in another": {
        "above": {"ours": 0.55, "minilm": 0.4}
    },
    "random pairs reach it in the untuned start only": {
        "cosines": {"the start, untuned": (BOTH, BOTH - 0.5), "minilm": (BOTH, BOTH)}
    },
}
