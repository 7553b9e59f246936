"""Inputs under which the claims of lesson 10 must fail."""

from types import SimpleNamespace

import numpy as np
import torch

PLANTED = {
    "one map, token by token: loop and head agree to 1e-6": {"gap": 3e-6},
    "the new weights are less than 1 in 5,000": {"new": 3000, "encoder": 14_000_000},
    "three premises to a hypothesis, one for each label": {"labels": {(0, 1, 2), (0, 1, 1)}},
    "the hypothesis alone, or counting: a third": {"thirds": [1 / 3, 0.35]},
    "the premise alone: two labels of three, no more": {"guessed": {"premise only": 0.75}},
    "both texts: 10 points above every baseline, 3 of 3": {
        "known": [0.9, 0.72, 0.8],
        "best": 0.66,
    },
    "nouns never trained on: above every baseline, 3 of 3": {
        "new": [0.9, 0.65, 0.8],
        "best": 0.66,
    },
    "order alone, same budget: within 3 errors of a third": {"order": [0.45], "error": 0.02},
    "your labels are bertlab's": {
        "labels": [-100, 1, 1, -100],
        "encoded": SimpleNamespace(labels=[-100, 1, -100, -100]),
    },
    "by hand: 2 * 2 / (4 + 3)": {"entity_f1": lambda right, said: 2 / 3, "right": 0, "said": 0},
    "your F1 is bertlab's, on 40 random sentences": {"gap": 0.01},
    "counting: 9 of 10 tags right, and less than 1/3 of F1": {"same": 0.95, "base": 0.4},
    "400 lines, two epochs: a higher F1": {
        "entity_f1": lambda expected, tags: 0.1,
        "expected": 0,
        "tags": 0,
        "base": 0.2,
    },
    "fine-tuning beats all frozen features, 3 of 3": {
        "tuned": np.array([0.8, 0.7, 0.8]),
        "last": [0.5, 0.5],
        "four": [0.6, 0.6],
        "above": [0.69, 0.72],
    },
    "four layers tell more than the last, 3 of 3": {
        "four": np.array([0.6, 0.55]),
        "last": np.array([0.5, 0.56]),
    },
    "the embeddings alone come last, 3 of 3": {
        "least": np.array([0.3, 0.52]),
        "last": np.array([0.5, 0.56]),
    },
    "an LSTM on top gains more than three more layers, 3 of 3": {"steps": [0.06, 0.08]},
    "your spans are bertlab's, in 50 draws": {
        "yours": [(4, 5), (6, 6)],
        "ours": torch.tensor([[4, 5], [6, 7]]),
    },
    "by hand: in Rome Italy, Rome: 2 * 1 / (3 + 1)": {"squad_f1": lambda predicted, answers: 0.4},
    "your F1 is bertlab's": {
        "examples": [("in Rome", "Rome"), ("", "")],
        "squad_f1": lambda predicted, answers: 1.0,
        "answer_f1": lambda answer, predicted: 1.0 if answer == predicted else 0.5,
    },
    "F1 is above twice that of the best guesser, 3 of 3": {"lowest": 0.65, "best": 0.33},
    "the last epoch has less than a tenth of the first's loss": {
        "losses": np.array([[2.6, 1.5, 0.1], [2.7, 1.7, 0.3]]),
    },
    "who may refuse gains a fifth, 3 of 3": {"gained": [0.3, 0.19, 0.28]},
    "each ending by itself has the same logit, to 1e-5": {
        "logits": torch.tensor([[0.1, 0.2]]),
        "alone": [torch.tensor([[0.1]]), torch.tensor([[0.21]])],
    },
    "both directions joined beat each alone": {
        "joined": np.array([50.0, 44.0]),
        "forward": [40.0, 45.0],
        "backward": [38.0, 39.0],
    },
    "so few updates: BERT is behind left to right, 3 of 3": {
        "bert": np.array([44.0, 47.0]),
        "gpt": np.array([46.5, 46.0]),
    },
    "sizes differ by less than 3%": {
        "figures": SimpleNamespace(spread_of_sizes=lambda kinds: 0.04),
        "kinds": {},
    },
    "the pipeline finds the same names at the same places": {
        "theirs": [(0, 3, "PER")],
        "ours": [(0, 2, "PER")],
    },
    "span logits are the same there, to 1e-5": {
        "gaps": [torch.zeros(2, 3), torch.tensor([[0.0, 2e-5]])]
    },
    "rows or columns: the same batches": {
        "data": SimpleNamespace(fingerprint=lambda: "a"),
        "again": SimpleNamespace(fingerprint=lambda: "b"),
    },
    "the pipeline's shares are ours, to 1e-5": {"gaps": [0.0, 2e-5]},
    "with the habit, the hypothesis alone is right in more than 60%, 3 of 3": {
        "shares": {"with the habit": [0.66, 0.5, 0.66]}
    },
    "on fair pairs the same regression is at a third": {"shares": {"fair": [0.33, 0.4]}},
}
