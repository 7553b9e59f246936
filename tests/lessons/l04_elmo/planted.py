"""Inputs under which the claims of lesson 04 must fail."""

import numpy as np
import torch

OFF = torch.full((3, 8), 3e-5)
ZEROS = torch.zeros(3, 8)

PLANTED = {
    "the top layer can: the two rights of law are closer": {"values": [0.0, 0.5, 0.45]},
    "a static vector cannot tell them apart": {"values": torch.tensor([1.0, 1.0, 0.9])},
    "layers that see both directions beat the dice, so they read the answer": {"leaking": 20.0},
    "directions kept apart cannot": {"honest": 12.0},
    "the loop equals torch's LSTM": {
        "loops": ZEROS,
        "first": lambda words: [OFF[None]],
        "words": None,
    },
    "bertlab's layer 1 is both, side by side": {"ours": OFF, "loops": ZEROS[:, :4]},
    "the backward half too, to 1e-6": {"ours": OFF, "backward": ZEROS[:, 4:]},
    "your rows are bertlab's layer 1, to 1e-6": {"same": False},
    "it learns": {"small": [(0, 9.0), (1, 9.0)]},
    "both directions beat the best n-gram model": {
        "forward": (0, 120.0),
        "backward": (0, 141.0),
        "best": 140.0,
    },
    "in context, a month's nearest neighbor is a month in 4 of 5 cases": {"agree": [0.95, 0.7]},
    "both orders give the same, to 1e-5": {"ours": OFF, "yours": ZEROS},
    "with 6,000 snippets the mix is ahead of both on average": {
        "mix": {2: np.array([60.0])},
        "static": {2: np.array([58.0])},
        "top": {2: np.array([60.0])},
    },
    "of the top layer in each of 5 seeds": {
        "mix": np.array([[0, 0], [0, 0], [61.0, 59.0]]),
        "top": np.array([[0, 0], [0, 0], [60.0, 60.0]]),
    },
    "other test snippets could turn the gain over the top layer round": {
        "spans": {(6000, "top layer"): False},
    },
    "with 500 or 2,000 snippets every interval holds 0": {
        "spans": {(500, "static"): True, (2000, "static"): False, (6000, "static"): False},
    },
    "forward: exactly 0 from the right": {"forward_maps": [torch.ones(3, 3).tril(1)]},
    "backward: exactly 0 from the left": {"backward_maps": [torch.ones(3, 3).triu(-1)]},
    "ELMo's units see one side in every layer": {"counts": {"ELMo": [4, 5]}},
    "a crossed LSTM sees both sides from layer 2 on": {
        "counts": {"nn.LSTM, bidirectional": [4, 4]},
    },
    "BERT does from layer 1 on": {"middle": np.array([1.0, 0.0, 1.0])},
}
