"""Inputs under which the claims and checks of lesson 07 must fail."""

from types import SimpleNamespace

import torch

from lessons.l07_bert.measure import Precisions

SMALL = [1e-6, 2e-6]

CHANGE = SimpleNamespace(score=0.48, low=-0.1, high=0.1)

PLANTED = {
    "in float32, both models look good": {
        "wrong": Precisions([1e-6, 2e-5], SMALL),
        "exact": Precisions(SMALL, SMALL),
    },
    "no article is cut, and about a third is padding": {
        "news": SimpleNamespace(input_ids=torch.zeros(50, 64)),
        "padding": 0.35,
    },
    "one bug makes the score rise": {
        "found": {"padding is not hidden": CHANGE, "6 heads instead of 12": CHANGE}
    },
    "two of the eight bugs are clearly noticed": {"clear": ["padding is not hidden"]},
    "as at the beginning": {"same": [(0.46, "whale")], "hits": [(0.45, "whale")]},
    "five gaps are filled as expected, the last is not": {"right": [True] * 6},
    "the mean is a little ahead": {"scores": {"mean": 0.5, "[CLS]": 0.6}},
    "your formula gives the size of a model that is built": {
        "number": 109_482_241,
        "built": 109_482_240,
    },
    "your BERT computes what that of transformers does: the difference is rounding": {
        "exact": Precisions(SMALL, SMALL)
    },
    "the bug stays as large as it was": {"wrong": Precisions(SMALL, [1e-15, 2e-15])},
    "the embeddings have no bug": {"wrong": Precisions(SMALL, SMALL)},
    "with half its heads, a BERT runs on the same weights, and this score does not fall": {
        "found": {"6 heads instead of 12": CHANGE},
        "right": 0.49,
    },
    "question and article share no word": {"shared": [set(), {"whale"}]},
    "without a word in common, your BERT finds 10 of 12 articles at first place": {
        "firsts": [1, 2, 9]
    },
    "the others find few": {"firsts": [1, 3, 10]},
    "police is nearest to cops": {"place": 2, "near": 0.68},
    "your BERT guesses what bertlab's does": {
        "guesses": ["sea"],
        "theirs": [SimpleNamespace(piece="ocean")],
    },
    "your search finds the same": {
        "search": lambda question: [(0.5, 33)],
        "question": "",
        "best": 40,
    },
    "50 articles cannot tell the pooler's vector, [CLS] and the mean of all tokens apart": {
        "leads": {"pooler": (-0.1, 0.1), "[CLS]": (0.01, 0.1)}
    },
    "on a BERT that was only pre-trained, too, [CLS] is not ahead of the mean": {
        "read": SimpleNamespace(accuracy={"pooler": 0.5, "[CLS]": 0.7, "mean": 0.6})
    },
    "the lead over [CLS] may be 0": {"read": SimpleNamespace(leads={"[CLS]": (0.01, 0.05)})},
    "512 tokens need 4 times the attention weights of 256, but not 2.5 times the time": {
        "memory": 4.0,
        "time": 2.6,
    },
}
