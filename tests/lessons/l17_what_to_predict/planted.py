"""Inputs under which the claims and checks of lesson 17 must fail."""

from types import SimpleNamespace

import torch

from bertlab.probing.leads import Lead, Score
from lessons.l17_what_to_predict.figures import Row


def row(low, high):
    return Row((low + high) / 2, low, high)


def seeds(*values):
    return Score(values, sum(values) / len(values), 0.01)


PLANTED = {
    "the order makes no difference, the stranger does": {"follows": [0.7, 0.5, 0.1]},
    "NSP: counting words finds over 60%, and for the order exactly half": {
        "cosine": row(0.62, 0.66),
        "order": row(0.5, 0.52),
    },
    "one mark tells the order of over 75% of the cut pairs, and of under 55% of whole ones": {
        "of_friend": (2000, 0.9),
        "whole": (2000, 0.6),
    },
    "the pairs of the record are these": {"numbers": {"pairs": 3}, "test": [1, 2]},
    "SOP is level with counting": {"ahead": Lead(0.05, 0.02, 0.08)},
    "trained with NSP: over 67% of the strangers, and within 3 points of chance for the order": {
        "strangers": row(0.7, 0.74),
        "order": row(0.52, 0.56),
    },
    "replaced characters: counting finds under 95%, and the detector more than counting": {
        "counted": seeds(0.3, 0.4),
        "detected": seeds(0.35, 0.5),
    },
    "ELECTRA learns at six times as many tokens": {
        "ends": {
            "ELECTRA": SimpleNamespace(predictions=500),
            "masked words": SimpleNamespace(predictions=100),
        }
    },
    "three sentences: SOP orders over 22% of the stories, where chance is 1 in 6": {
        "rows": {"trained: SOP": row(0.2, 0.3)}
    },
    "ALBERT's order has two logits": {"outputs": SimpleNamespace(sop_logits=torch.zeros(1, 3))},
}
