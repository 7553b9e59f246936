"""Inputs under which the claims and checks of lesson 05 must fail."""

from types import SimpleNamespace as Named

import torch

DIVIDED = (
    "random queries of 64 numbers, scores not divided: one key of 64 takes over 3/4 of the weight"
)
SATURATED = "without LayerNorm, one key of 32 takes over 9/10 of the weight in layer 12, in 5 seeds"
LOST = "64 words back, RNN, LSTM and orthogonal RNN have lost all but a millionth, in 5 seeds"
ALIKE = torch.full((5, 13), 0.6)

PLANTED = {
    "with tired, two thirds rest on the animal": {"tired": {"animal": 0.6}},
    "with wide, less than a third does": {"wide": {"animal": 0.34}},
    "attention begins lower than all": {"near": torch.tensor([[0.5, 0.5], [0.4, 0.6]])},
    "loops and matrices agree to 1e-6": {
        "found": torch.zeros(2, 3),
        "contexts": torch.full((2, 3), 3e-6),
    },
    DIVIDED: {
        "largest": torch.tensor([0.8, 0.74]),
    },
    "with GPT's mask, no token notices what comes after it": {"noticed": {"GPT": [1, 2, 3, 4, 5]}},
    "with BERT's, all notice": {"noticed": {"BERT": [0, 1, 2, 3, 4]}},
    "if the words are shuffled, attention's outputs are shuffled in the same way": {"gap": 3e-6},
    "with them they still differ after 12": {"found": {"with": Named(alike=ALIKE)}},
    "and most of a gradient finds its token": {"found": {"with": Named(own=ALIKE)}},
    "without them it is spread": {"found": {"without": Named(own=ALIKE)}},
    LOST: {
        "recurrent": torch.tensor([1e-9, 2e-6]),
    },
    "torch counts as many": {
        "measure": Named(counted=lambda tokens: [10, 21]),
        "linear": torch.tensor([6, 12]),
        "pairs": torch.tensor([4, 8]),
    },
    "equal at T = 6 D": {"linear": [0, 0], "pairs": [0, 1]},
    "at 512 tokens a tenth": {
        "pairs": torch.tensor([12, 0]),
        "linear": torch.tensor([88, 0]),
    },
    "your encoder gives bertlab's weights, to 1e-5": {"gap": 2e-5},
    "the head of the opening changes most": {
        "moved": torch.full((6, 12), 0.1).index_fill(0, torch.tensor([0]), -0.2),
    },
    "even then the street gets less": {"wide": {"animal": 0.2, "street": 0.3}},
    "not divided, a third of it is left at most": {"bare": 0.35, "divided": 0.9},
    "neighbors are alike": {"cosines": {"a": torch.eye(3)}},
    "12 positions apart they are more alike than 9 apart": {"near": 0.3, "far": 0.4},
    "positions have directions of their own": {"parts": (0.97, 0.1)},
    "with positions, shuffled words give other vectors": {"told": 1e-9},
    "from a larger start they hardly do": {"larger": 0.5},
    "open gates: half to twice": {"left": {"LSTM, gates open": torch.tensor([1.9, 0.4])}},
    "a longer text weakens it": {"part": 0.9},
    "the answers above": {
        "measure": Named(best_roles=lambda means: [(0, 2), (4, 5), (0, 4)]),
        "looks": None,
    },
    "nine pairs go the right way": {"falls": torch.zeros(13)},
    "three pairs go the wrong way": {"falls": torch.zeros(13)},
    "seven heads move all pairs of the control": {"told": torch.full((6, 12), 8)},
    "ours moves five of them": {"told": torch.full((6, 12), 4)},
    "no head puts more weight on the two nouns": {
        "on_nouns": torch.full((6, 12), 0.1).index_fill(0, torch.tensor([0]), 0.2),
    },
    "torch's attention is yours, to 1e-5": {
        "difference": 3e-5,
    },
    "fewer than 1 query in 10 gives a word other than itself over half of its weight": {
        "words": torch.tensor([True, False]),
    },
    "randomly initialized parameters never do": {"random": Named(largest=torch.tensor([0.1, 0.6]))},
    "divided, about a tenth": {"found": {"divided": Named(largest=torch.tensor([[0.1, 0.14]]))}},
    "scores have a standard deviation of 8, within 3%": {
        "drawn": torch.tensor([-7.7, 7.7]) / 2**0.5,
    },
    "without residuals, all tokens are alike after 2 layers (cosine over 0.99), in 5 seeds": {
        "found": {"without": Named(alike=ALIKE)},
    },
    SATURATED: {"bare": Named(largest=torch.tensor([[0.1, 0.95], [0.1, 0.89]]))},
    "with LayerNorm, none takes a tenth": {"normed": Named(largest=torch.tensor([[0.1, 0.12]]))},
    "about 28 times as long": {"grown": torch.tensor(33.0)},
    "a block adds a little more than half": {"added": torch.tensor([0.53, 0.6])},
    "from BERT's start about a third": {"small": Named(largest=torch.tensor([[0.1, 0.2]]))},
    "in the opening pair, 0.93 and 0.70": {"yours": torch.tensor([[0.93, 0.72]])},
    "attention keeps a third or more": {"left": {"attention": torch.tensor([1.2, 0.3])}},
    "and is higher at distance 0": {
        "found": {"attention": torch.full((2, 3), 1e-9)},
        "near": torch.ones(2, 2),
    },
    "fish and horse follow the ending": {"falls": torch.zeros(13)},
    "mostly the first noun": {"yours": torch.full((13, 2), 0.6)},
    "in all 12 pairs, this head prefers the same noun whatever the ending": {
        "same": torch.tensor([True, False]),
    },
    "no head moves more than 2 pairs": {"moved": torch.ones(3, 6, 12, dtype=torch.bool)},
    "two thirds of the queries give no key so much": {"over": torch.tensor([True, False])},
    "where one key has it, a special token in five of six": {"part": 0.7},
}
