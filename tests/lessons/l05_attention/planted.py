"""Inputs under which the claims and checks of lesson 05 must fail."""

from types import SimpleNamespace as Named

import torch

HEAD = (
    "the head leads from 'it' to its two nouns, but the ending moves a tenth or more of "
    "their weight in at most 3 of 12 sentences"
)
ALIKE = torch.full((5, 13), 0.6)

PLANTED = {
    "loops and matrices agree to 1e-6": {
        "weights": torch.eye(2),
        "values": torch.zeros(2, 3),
        "contexts": torch.full((2, 3), 3e-6),
    },
    "queries and keys of 64 random components: scores spread by 8, within 3%": {
        "drawn": torch.tensor([-7.7, 7.7]) / 2**0.5,
    },
    "1,024 components, not divided: one key of 64 takes over 9/10 of the weight, in 5 seeds": {
        "largest": torch.tensor([0.95, 0.89]),
    },
    "with GPT's mask, no token notices what comes after it": {"noticed": {"GPT": [1, 2, 3, 4, 5]}},
    "with BERT's, all notice": {"noticed": {"BERT": [0, 1, 2, 3, 4]}},
    "attention shuffles its outputs as its inputs are, and changes nothing else": {"gap": 3e-6},
    "the waves' similarity depends on the distance alone": {"spread": {"waves": 1e-3}},
    "that of learned positions does not": {"spread": {"learned": 1e-5}},
    "without residuals, all tokens are alike after 2 layers (cosine over 0.99), in 5 seeds": {
        "stacks": {"without": Named(alike=ALIKE)},
    },
    "with them they still differ after 12": {"stacks": {"with": Named(alike=ALIKE)}},
    "without LayerNorm, vectors are more than 10 times as large after 12 layers, in 5 seeds": {
        "sizes": {"without": torch.tensor([[1.0, 20.0], [1.0, 9.0]])},
    },
    "with it their size stays 1": {"sizes": {"with": torch.tensor([[1.0, 1.2]])}},
    "64 words back, each recurrent network has lost all but a millionth, in 5 seeds": {
        "recurrent": torch.tensor([1e-9, 2e-6]),
    },
    "attention keeps a third or more": {"attention": torch.tensor([1.2, 0.3])},
    "torch counts as many": {
        "measure": Named(counted=lambda lengths: [10, 21]),
        "lengths": [1, 2],
        "linear": [6, 12],
        "pairs": [4, 8],
    },
    "the pairs cost as much as all the rest at T = 6 D, 4,608 tokens": {
        "linear": [0] * 4,
        "pairs": [0, 0, 0, 1],
    },
    "without overlap, some tokens see one side only": {
        "poorer": {510: [0] * 127 + [3, 1, 3] + [0] * 127},
    },
    "with it, each sees at least 127 on both sides": {
        "poorer": {255: [0] * 127 + [200, 126] + [0] * 127},
    },
    "your encoder gives bertlab's weights, to 1e-5": {
        "row": torch.tensor([0.5, 0.5]),
        "theirs": Named(weights=torch.tensor([0.51, 0.49])),
    },
    "most weight is on the nouns": {"on_nouns": torch.tensor([0.4, 0.6, 0.3])},
    HEAD: {"moved": torch.tensor([0.2, -0.2, 0.1001, 0.3, 0.0])},
    "torch's attention is yours, to 1e-5": {
        "fused": torch.zeros(2),
        "block": lambda hidden, mask: torch.full((2,), 3e-5),
        "hidden": None,
        "mask": None,
    },
    "fewer than 1 query in 10 gives another word over half its weight": {
        "word": torch.tensor([True, False]),
    },
    "where one key has it, it is mostly a special token": {
        "found": Named(special=torch.tensor([True, False, False])),
        "over": torch.tensor([True, True, True]),
    },
    "randomly initialized weights never do": {"random": Named(largest=torch.tensor([0.1, 0.6]))},
}
