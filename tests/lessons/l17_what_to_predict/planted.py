"""Inputs under which the claims and checks of lesson 17 must fail."""

from types import SimpleNamespace

import numpy as np
import torch

from bertlab.probing.leads import Lead
from lessons.l17_what_to_predict.figures import Row
from lessons.l17_what_to_predict.learning.operations import Work


def row(low, high):
    return Row((low + high) / 2, low, high)


PLANTED = {
    "a cue of B, and too is none": {"buts": [4, 13], "toos": [40, 60]},
    "the bracket gives it away": {"cue": "，", "later": 40, "earlier": 1},
    "where the order is changed first, the mark tells nothing": {"turned": (2000, 0.9)},
    "one of the four is guessed right": {"labels": torch.ones(1, 4, dtype=torch.long)},
    "counting turns it round as well": {"riddle": [0.2, 0.1]},
    "63%, 65% and 70%": {"known": (row(0.6, 0.66), row(0.4, 0.5), row(0.7, 0.74))},
    "99 of 100 are wrong": {
        "held_out": SimpleNamespace(replaced=np.ones(90), chosen=100),
    },
    "between the start and masked words": {
        "rows": {"start": row(-0.02, 0.0), "ELECTRA": row(-0.04, -0.02)},
    },
    "seeds overlap": {"seeds": {"ELECTRA": [0.5, 0.52], "masked words": [0.53, 0.54]}},
    "87 and 85 of 100": {"right": 0.91, "silent": 0.85},
    "as many stories": {"level": [0.3, 0.2]},
    "our story is in order": {
        "sort_story": lambda three: list(three),
        "shuffled": ["b", "a", "c"],
        "STORY": ("a", "b", "c"),
    },
    "one pair: the order makes no difference to BERT's head, and the stranger does": {
        "follows": [0.7, 0.5, 0.1]
    },
    "NSP: counting words is right in over 60%, and about the order in exactly half": {
        "cosine": row(0.62, 0.66),
        "order": row(0.5, 0.52),
    },
    "one mark tells the order of over 75% of the cut pairs, and of under 55% of whole ones": {
        "of_friend": (2000, 0.9),
        "whole": (2000, 0.6),
    },
    "the pairs of the record are these": {"numbers": {"pairs": 3}, "test": [1, 2]},
    "SOP is level with counting": {"ahead": Lead(0.05, 0.02, 0.08)},
    "trained with NSP: right in over 67% there, and about the order within 3 points of chance": {
        "strangers": row(0.7, 0.74),
        "order": row(0.52, 0.56),
    },
    "names: with three seeds, no difference is seen between 15% hidden and 25% or 40%": {
        "leads": {"25%": Lead(0, -0.005, 0.005), "40%": Lead(-0.008, -0.012, -0.002)}
    },
    "and the means are close": {"leads": {"40%": Lead(-0.008, -0.012, 0.002)}},
    "replaced characters: counting finds under 30%, and the detector over 40%": {
        "counted": 0.2,
        "detected": 0.35,
    },
    "ELECTRA learns at six times as many tokens, with less than half more work": {
        "works": {
            "ELECTRA": SimpleNamespace(predictions=700, multiplications=160),
            "masked words": SimpleNamespace(predictions=100, multiplications=100),
        }
    },
    "names: the intervals of ELECTRA's leads over masked words and the start contain 0": {
        "leads": {"masked words": Lead(-0.006, -0.01, 0.01), "start": Lead(0.02, 0.01, 0.03)}
    },
    "the control ends behind the start": {"behind": Lead(-0.01, -0.03, 0.01)},
    "names: the control with a forger right at 15 of 100 is ahead of that with 1 of 100": {
        "mended": Lead(0.02, -0.01, 0.05),
        "forgers": {"1%": "", "15%": ""},
    },
    "the control answers as a constant only with the poor forger": {
        "told": {"1%": (0.99, 0.98), "15%": (0.9, 0.86)},
    },
    "the control is level with the start": {"level": Lead(-0.02, -0.03, -0.01)},
    "and behind masked words": {"words": Lead(-0.01, -0.02, 0.01)},
    "49% and 75%": {"where": {"wrong": row(0.6, 0.7), "right": row(0.7, 0.8)}},
    "ELECTRA and its control are not told apart": {"apart": Lead(0.02, 0.01, 0.03)},
    "masked words lead at the end, with a sixth of the predictions and less work": {
        "last": {
            "ELECTRA": SimpleNamespace(f1=SimpleNamespace(mean=0.5), work=Work(1000, 500, 120)),
            "masked words": SimpleNamespace(
                f1=SimpleNamespace(mean=0.6), work=Work(1000, 100, 100)
            ),
        }
    },
    "right answers: the detector is under 4 points ahead of an alarm that never rings": {
        "right": 0.95,
        "silent": 0.85,
    },
    "three sentences: SOP orders over 22% of the stories, and so does counting": {
        "rows": {"trained: SOP": row(0.25, 0.3), "counting (characters)": row(0.2, 0.3)}
    },
    "52%, 55% and 67%": {"above": {"a": row(0.5, 0.54), "b": row(0.4, 0.6)}},
    "strangers: SOP's encoder says much less": {
        "frozen": {"start": row(0.6, 0.7), "SOP": row(0.58, 0.64)}
    },
    "all pairs or neighbors: no difference is seen": {"more": Lead(0.05, 0.01, 0.09)},
    "1.1 points over the start": {"gain": 0.03},
    "the riddle is not decided": {
        "pair_scores": lambda *_: torch.tensor([2.0, -2.0]),
        "orderer": None,
        "pairs": [],
    },
    "ALBERT's order has two logits": {"outputs": SimpleNamespace(sop_logits=torch.zeros(1, 3))},
}
