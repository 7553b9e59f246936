"""Inputs under which the claims and checks of lesson 14 must fail."""

import numpy as np
import torch

from lessons.l14_sentence_bert import robot, ways
from lessons.l14_sentence_bert.ways import TRAINED

BOTH = np.array([0.9, 0.7])

PLANTED = {
    "every pair of 10,000: a cross-encoder makes 49,995,000 passes, a bi-encoder 10,000": {
        "pairs": 50_000_000,
        "N": 10_000,
    },
    "days against a minute": {"hours": 20.0, "minutes": 1.0},
    "for a3 the hard negative wins": {"hard": torch.tensor(0.89), "own": torch.tensor(0.9)},
    "ours is that of bertlab": {
        "loss": torch.tensor(0.4),
        "bertlabs": torch.tensor(0.5),
    },
    "all three agree": {
        "by_loop": torch.tensor(0.1),
        "at_once": torch.tensor(0.2),
    },
    "at least half find their partner": {"found": 100, "unseen": [""] * 240},
    "our cross-encoder has learned to compare; its second look gains nothing that we can see": {
        "firsts": [0.6, 0.5, 0.2],
        "chance": 0.1,
        "gain": (0.0, -0.1, 0.1),
    },
    "MaxSim as a second look helps, up to 22": {
        "firsts": {"one vector": 9},
        "again": 20,
        "ten": 23,
    },
    "ten updates lower the loss": {"history": [{"loss": 1.0}, {"loss": 1.1}]},
    "the third of those shown is a mistake": {
        "others": torch.arange(6),
        "partners": torch.arange(6),
    },
    "a buried word: MaxSim finds over twice as many as one vector, counting words all": {
        "firsts": {"one vector": 9, "MaxSim": 18, "TF-IDF": 40},
        "rows": [None] * 40,
    },
    "from this start in-batch is ahead of each Sentence-BERT objective in a paired interval": {
        "leads": {"classification": (0.1, 0.05, 0.15), "triplet": (0.02, -0.01, 0.05)}
    },
    "every objective helps": {"gains": [(0.1, 0.05, 0.15), (0.0, -0.1, 0.1)]},
    "the paired interval leaves out 0": {"low": -0.01, "high": 0.14},
    "in-batch is ahead of minilm on unseen wordings, and behind it on Wikipedia": {
        "ahead": (0.05, -0.01, 0.1),
        "behind": (-0.04, -0.06, -0.02),
    },
    "about a third of what minilm gains": {"gains": 0.5},
    "each trained encoder is ahead on lee": {
        "leads": dict.fromkeys(TRAINED, (0.05, -0.02, 0.1)),
        "ways": ways,
    },
    "nothing to tell from minilm on lee": {"others": [(0.05, 0.01, 0.1)]},
    "hard negatives add nothing that we can see: each interval contains 0": {
        "gains": {"paraphrases": (0.01, -0.02, 0.03), "lee": (0.1, 0.05, 0.15)}
    },
    "of ten new questions the robot answers six right at once; counting words, at best four": {
        "firsts": {"the robot": 5},
        "counted": 4,
    },
    "ours is behind its start here": {"firsts": {"ours": 4, "the start": 4}},
    "the robot fits the first page": {
        "answer": lambda question: [None],
        "robot": robot,
    },
    "the robot fails here": {
        "answer": lambda question: [robot.wanted(question)],
        "fails": robot.OPENING,
        "robot": robot,
    },
    "above 0.8 minilm keeps a quarter of the paraphrases; over a fifth of what it keeps differs": {
        "same": 30,
        "differs": 5,
        "rows": [None] * 120,
    },
    "the loss still fell in the last quarter": {
        "losses": [[0.7, 0.6, 0.4, 0.3], [0.7, 0.6, 0.4, 0.4]]
    },
    "random pairs reach 0.8 in the start only": {
        "cosines": {"the start": (BOTH, BOTH, BOTH), "minilm": (BOTH, BOTH, BOTH)}
    },
}
