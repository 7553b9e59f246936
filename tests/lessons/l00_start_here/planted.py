"""Inputs under which the claims and checks of lesson 00 must fail."""

import torch

LEAD = torch.tensor([[0.0, 0.2, 0.2, 0.2, 0.1, 0.1, 0.05], [0.0, 0.1, -0.1, 0.1, 0.1, 0.1, 0.0]])

PLANTED = {
    "three sentences that begin alike and end differently: three best words": {
        "best": ["army", "sea", "army"]
    },
    "the failures are those that the text names": {"failures": ["paris", "camp"]},
    "after every layer, the account's bank is nearer to that of savings than to the boat's": {
        "near": torch.tensor([1.0, 0.9, 0.9, 0.8, 0.9, 0.9, 0.9]),
        "far": torch.tensor([1.0, 0.8, 0.8, 0.8, 0.8, 0.8, 0.7]),
    },
    "six layers, 384 numbers": {"vectors": torch.zeros(7, 3, 128)},
    "looked up, all are equal": {
        "near": torch.tensor([1.0, 0.9]),
        "far": torch.tensor([0.95, 0.8]),
    },
    "near 0.9 and 0.7 in the end": {
        "near": torch.tensor(6 * [1.0] + [0.9]),
        "far": torch.tensor(6 * [1.0] + [0.5]),
    },
    "the first is money, the second a river": {"leads": [0.1, 0.1, -0.1]},
    "the one in the hint fools the model": {"leads": [0.1, -0.1, 0.1]},
    "in layers 1 and 2, each of the six words tells its meanings apart better than the controls": {
        "lead": LEAD  # one word is behind its controls in layer 2
    },
    "in the last layer, less than half of that lead is left": {
        "mean_lead": torch.tensor([0.0, 0.2, 0.2, 0.2, 0.2, 0.2, 0.1])
    },
    "each lead is smaller after the last layer than after the first": {
        "first_lead": torch.tensor([0.2, 0.1]),
        "last_lead": torch.tensor([0.1, 0.15]),
    },
    "the lead is largest after layer 1": {
        "mean_lead": torch.tensor([0.0, 0.1, 0.2, 0.2, 0.2, 0.2, 0.1])
    },
    "after the look-up, none is better than a coin": {"mean": torch.tensor([[0.5], [0.5], [0.6]])},
    "the prediction names the right numbers": {
        "mean": torch.tensor([[0.80], [0.75], [0.70]]).expand(3, 7),
        "named": torch.tensor([0.80, 0.75, 0.75]),
    },
}
