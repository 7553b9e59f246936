"""Inputs under which the claims and checks of lesson 00 must fail."""

import torch

LEAD = torch.tensor([[0.0, 0.2, 0.2, 0.2, 0.1, 0.1, 0.05], [0.0, 0.1, -0.1, 0.1, 0.1, 0.1, 0.0]])

PLANTED = {
    "the beginning is the same, and the best word changes with the end": {
        "best": ["army", "sea", "army"]
    },
    "the sentence that the text calls a failure is one": {"paris": ["france"]},
    "after two layers, an account's bank is nearer to a loan's than to a boat's": {
        "near": torch.tensor(0.8),
        "far": torch.tensor(0.9),
    },
    "in layers 1 and 2, each of the six words tells its meanings apart better than the controls": {
        "lead": LEAD  # one word is behind its controls in layer 2
    },
    "in the last layer, less than half of that lead is left": {
        "mean_lead": torch.tensor([0.0, 0.2, 0.2, 0.2, 0.2, 0.2, 0.1])
    },
    "after the look-up, none is better than a coin": {"mean": torch.tensor([[0.5], [0.5], [0.6]])},
    "the prediction names the right numbers": {
        "mean": torch.tensor([[0.80], [0.75], [0.70]]).expand(3, 7),
        "named": torch.tensor([0.80, 0.75, 0.75]),
    },
}
