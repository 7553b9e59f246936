"""Inputs under which the claims and checks of lesson 11 must fail."""

from pathlib import Path
from types import SimpleNamespace as Named

import torch

from bertlab.inspection.attention_measures import entropy

OFF, ZEROS = torch.tensor([0.0, 2e-5, 0.0]), torch.zeros(3)
NEIGHBORS = ["previous", "next"]
ONE = torch.zeros(24)
ONE[3] = 1.0
THREE = torch.zeros(4, 6)
THREE[0, 2] = THREE[0, 3] = THREE[2, 3] = 1.0
SCOLDED = (
    "in both models from scratch, one head looks at the token before, one at the token after, "
    "and no other head has a role"
)
TOGETHER = (
    "silenced together, with zeros, all heads cost more than the sum of what they cost alone; "
    "in minilm-words over twice as much"
)
ARRIVES = (
    "in layers 1 to 4 of minilm, [CLS] gets a third of the weight or more, and brings less than a "
    "twentieth of what arrives"
)

NO_TURN = "in no head of bert-mini-zh is the right person ahead by 0.02 both times"
LIVING = (
    "in 6 of 8 pairs, the opening's head gives the living noun more, wherever it stands, "
    "meant or not"
)
KNOWS = (
    "the other ending moves the odds of the two nouns the right way in 7 of 8 pairs, with the "
    "first sentence and without it"
)

FIRST = torch.zeros(6, 12)
FIRST[0, 0] = 1.0

PLANTED = {
    "few heads have this line": {"leads": torch.tensor([True] * 5)},
    "no head gives the cat more": {"at_cat": FIRST},
    "lines, a fan and a haze": {"parallel": 0.9, "fan": 0.5, "wide": 0.8},
    "of the heads with this line, two pass the control": {
        "at_cat": torch.tensor([0.5, 0.5, 0.5]),
        "control": torch.tensor([0.4, 0.3, 0.2]),
        "leads": torch.tensor([True, True, True]),
    },
    "the opening's head does not": {"at_cat": torch.ones(6, 12), "control": torch.zeros(6, 12)},
    "no head follows the meaning in more than 5 pairs": {"most": 6},
    "in the pair of the trophy, L5H11 moves less than a tenth": {"moved": 0.11},
    "the cat gets over twice as much as the mat": {"cat": 0.4, "mat": 0.3},
    "each row adds up to 1": {"theirs": torch.tensor([[0.5, 0.5], [0.5, 0.49]])},
    "transformers and bertlab see the same": {
        "theirs": torch.tensor([0.5, 0.5]),
        "seen": Named(weights=torch.tensor([0.5, 0.498])),
    },
    "the loop and your function agree to 1e-6": {
        "by_loop": torch.tensor(0.5),
        "yours": torch.tensor([0.5, 0.5, 0.50001]),
    },
    "the softmax of the scores gives the weights, to a thousandth": {"gap": 0.002},
    "L1H1 looks at seventy": {"seventy": torch.tensor(0.89)},
    "and neither translation needs it": {"same": [True, False]},
    "equal weights give a tenth": {"son": Named(equal=0.12)},
    "L2H0 has the largest lead": {"son": Named(lead=lambda: ONE.view(4, 6))},
    NO_TURN: {
        "smaller": torch.tensor([-0.1, 0.021]),
    },
    "a neutral change moves this head by more": {
        "smaller": torch.tensor([-0.1, 0.015]),
        "change": torch.tensor(0.011),
    },
    "one head has the right signs": {"smaller": torch.tensor([0.01, 0.01, -0.1])},
    "L2H0 gives the son more than before": {
        "father": Named(son=torch.full((4, 6), 0.1)),
        "son": Named(son=torch.full((4, 6), 0.2)),
    },
    LIVING: {"prefers": torch.tensor([[True] * 4] * 5 + [[True, True, True, False]] * 3)},
    "your control is the one that is drawn": {
        "passing": torch.tensor([[True, False]]),
        "at_cat": torch.tensor([[0.5, 0.5]]),
        "control": torch.tensor([[0.4, 0.4]]),
    },
    "most of the weight, little that arrives": {"arrives": torch.tensor([0.3, 0.4])},
    "it follows the meaning in one pair": {"follows": torch.tensor([True, True])},
    "the ending moves it the right way in 7": {"moves": [7, 6]},
    "most of the star comes from the zeros": {
        "means": {"nats": 0.3},
        "left": {"nats": 0.45},
    },
    "your distance is that of the search": {"by_you": 0.7, "changed": Named(moved=0.75)},
    "the loop and bertlab agree to 1e-6": {
        "by_loop": OFF,
        "entropy": entropy,
        "rows": torch.eye(3),
    },
    "your function gives the mean": {"yours": torch.tensor([0.5]), "by_loop": ZEROS},
    "in minilm, 18 of 72 heads give over half of their weight to [CLS], and none to [SEP]": {
        "specials": ["first"] * 17 + ["separator"],
    },
    SCOLDED: {
        "kinds": {"minilm": [], "bert-mini-en": NEIGHBORS, "bert-mini-zh": [*NEIGHBORS, "first"]},
    },
    "L0H2: over 95% to the token before": {
        "found": {"minilm": Named(previous=torch.full((6, 12), 0.94))},
    },
    "your function and bertlab silence L0H2 alike": {"yours": OFF, "ours": ZEROS},
    "and the output is another one": {
        "details": Named(output=torch.zeros(1, 2, 3)),
        "ours": torch.zeros(1, 2, 3),
    },
    "as recorded, to 0.01": {"gaps": [0.001, 0.02]},
    "in bert-mini-en, two heads of 24 cost over 0.1 nats: the two that have a role": {
        "small": THREE,
    },
    "over 0.8 nats each": {"small": torch.full((4, 6), 0.7)},
    "minilm-words: no head alone costs a tenth of a nat": {"large": torch.tensor([0.01, 0.12])},
    TOGETHER: {"added": {"minilm-words": 1.9, "bert-mini-en": 1.2}},
    "nearly all tokens look at the cat": {"strongest": 13, "others": [0.5] * 15},
    "next to nothing in bert-mini-en": {"halves": {"bert-mini-en": (0.06, 0.9)}},
    "cheap half": {"halves": {"minilm-words": (0.2, 0.8), "bert-mini-en": (0.5, 0.9)}},
    "more than before, and under a fifth": {"before": 0.14, "after": 0.13},
    "it looks most at 'dull'": {"answer": Named(looked_at="funny")},
    "and calls the review favorable": {"answer": Named(probability=0.89)},
    "the model guesses 'york'": {"both": {"jersey": (0.5, 0.5)}},
    "these are the bounds of the recorded searches, too": {
        "far": 0.5,
        "close": 0.02,
        "FAR": 0.5,
        "CLOSE": 0.01,
    },
    "the review: far in weight and in what arrives": {"moved": 0.6, "arrives": 0.4, "far": 0.5},
    "the review: the same answer": {"gap": 0.011, "close": 0.01},
    "far: at least half of the weight moved, and of what arrives": {
        "changed": Named(moved=0.6),
        "arrives": 0.49,
        "far": 0.5,
    },
    KNOWS: {"right_ways": [7, 6]},
    "same: no probability changed by over a hundredth": {
        "changed": Named(gap=0.011),
        "close": 0.01,
    },
    "at each of 10 gaps, with 3 seeds, far weights with the same prediction were found": {
        "searches": [{"found": True}] * 29 + [{"found": False}],
    },
    "shuffled alone, the prediction always changes": {
        "searches": [{"shuffled": 0.9}, {"shuffled": 0.009}],
        "close": 0.01,
    },
    "your portrait agrees with bertlab": {
        "MY_MODEL": Path("checkpoints/bert-mini-en"),
        "difference": 0.03,
    },
    "with the two neighbor heads alone: under a quarter of the whole rise": {"both_left": 0.3},
    "'dull' loses nearly all of its weight": {"at_dull": [0.4, 0.05]},
    "L5H11: the strongest line of [MASK] leads to 'cat'": {
        "masked": Named(pieces=["mat", "cat"]),
        "line": ZEROS,
    },
    "without any one head of layer 5, the cat stays far ahead": {"silent": [78.0, 40.0]},
    "with the clause, the trophy stays far ahead": {"ratios": [[75.0, 9.0], [3.0, 0.6]]},
    "the ending alone moves the odds by a larger factor": {"falls": [2.5, 2.0]},
    "L0H1 looks mostly at the token two before": {"two_back": 0.4},
    "[SEP]: in no layer of our three models a tenth of the weight": {
        "most": {"minilm": 0.05, "bert-mini-en": 0.12},
    },
    "only minilm leans on [CLS]": {"leans": ["minilm", "bert-mini-en"]},
    ARRIVES: {"weight": torch.tensor([0.4, 0.4]), "arrived": torch.tensor([0.02, 0.06])},
    "from layer 1 on: over 4/5 of that of equal weights": {"share": torch.tensor([0.9, 0.79])},
}
