"""Inputs under which the claims and checks of lesson 07 must fail."""

from types import SimpleNamespace

import torch

from lessons.l07_bert.measure import Precisions

SMALL = [1e-6, 2e-6]

PLANTED = {
    "in float32, B looks as right as A": {"wrong": Precisions([1e-6, 2e-5], SMALL)},
    "five of the eight bugs are not noticed": {"unnoticed": ["padding is not hidden"]},
    "as at the beginning": {"same": [(0.46, "whale")], "hits": [(0.45, "whale")]},
    "five gaps are filled as expected, the last is not": {"right": [True] * 6},
    "the mean is a little ahead": {"scores": {"mean": 0.5, "[CLS]": 0.6}},
    "your formula gives the size of a model that is built": {
        "number": 109_482_241,
        "built": 109_482_240,
    },
    "each layer adds as many parameters as the last: the growth is linear": {"added": [7, 7, 8]},
    "your BERT is that of transformers: what differs is rounding, and vanishes in float64": {
        "exact": Precisions(SMALL, SMALL)
    },
    "the bug in B stays as large as it was": {"wrong": Precisions(SMALL, [1e-15, 2e-15])},
    "vectors notice, the score does not": {"gap": 1e-2, "scores": [0.49, 0.48]},
    "with half its heads, a BERT runs on the same weights and scores higher": {
        "found": {"6 heads instead of 12": 0.48, "no bug": 0.49}
    },
    "the word leads 'the' after layer 1 in 8 words of 8, and after layer 6 in none": {
        "leads": [0, 8, 7, 2, 0, 0, 1]
    },
    "question and article share no word": {"shared": {"whale"}},
    "without a word in common, your BERT finds 10 of 12 articles at first place": {
        "places": dict(enumerate(9 * [1] + 3 * [2]))
    },
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
    "only pre-trained: the mean tells more about a review than [CLS] does, 3 times of 3": {
        "right": {"mean": [0.7, 0.7, 0.6]},
        "others": [0.6, 0.6, 0.61],
    },
    "every way gives the same product": {
        "first": torch.ones(2),
        "others": [torch.ones(2), torch.tensor([1.0, 1.002])],
    },
    "512 tokens need 4 times the attention weights of 256, but not 2.5 times the time": {
        "memory": 4.0,
        "time": 2.6,
    },
}
