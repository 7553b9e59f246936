"""Inputs under which the claims and checks of lesson 00 must fail."""

import torch

LEADS = torch.full((6, 7), 0.1)
LEADS[:2, 2] = 0.04

PLANTED = {
    "three sentences differ only in their end, and each gets another best word": {
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
    "near 0.9 and 0.8 in the end": {
        "near": torch.tensor(6 * [1.0] + [0.9]),
        "far": torch.tensor(6 * [1.0] + [0.5]),
    },
    "another word stays below": {
        "floor": torch.tensor([0.3, 0.7]),
        "far": torch.tensor([1.0, 0.8]),
    },
    "in the gap model both controls end at least 5 points lower than in the sentence model": {
        "ends": torch.tensor([0.78, 0.65, 0.72]),
        "mean": torch.full((3, 7), 0.745),
    },
    "the text names the right numbers": {
        "ends": torch.tensor([0.78, 0.65, 0.67, 0.61]),
        "named": torch.tensor([0.78, 0.65, 0.67, 0.89]),
    },
    "after layer 1 the lead is well above 0": {
        "mean_lead": torch.tensor([0.0, 0.1]),
        "band": torch.tensor([0.1, 0.12]),
    },
    "the fall is over twice its standard error": {
        "mean_lead": torch.tensor([0.0, 0.18, 0.1, 0.1, 0.1, 0.1, 0.03]),
        "falls": 0.08,
    },
    "after layers 1 and 2, five of the six words lead both controls by at least 5 points": {
        "lead": LEADS  # two words do not
    },
    "averaged over the six words, less than half of the lead after layer 1 is left after the "
    "last": {"mean_lead": torch.tensor([0.0, 0.2, 0.2, 0.2, 0.2, 0.2, 0.11])},
    "the mean lead is largest after layer 1": {
        "mean_lead": torch.tensor([0.0, 0.1, 0.2, 0.2, 0.2, 0.2, 0.1])
    },
    "the word's own curve does not fall": {
        "mean": torch.tensor([[0.5, 0.8, 0.8, 0.8, 0.8, 0.8, 0.7]])
    },
    "mouse hardly leads, bat falls behind": {
        "exceptions": (torch.tensor(0.04), torch.tensor(0.02), torch.tensor(3))
    },
    "spring leads most after layer 3": {
        "exceptions": (torch.tensor(0.04), torch.tensor(-0.09), torch.tensor(1))
    },
    "bank has 56 same pairs and 64 different ones": {"pairs": [42]},
    "after layer 1, the controls are near a coin": {
        "mean": torch.tensor([0.5, 0.6, 0.6, 0.6, 0.6, 0.6, 0.7]).expand(3, 7)
    },
    "after the last layer, masking the word leaves the full stop at least three quarters of its "
    "advantage over a coin": {
        "old": torch.tensor(0.74),
        "new": torch.tensor(0.67),
    },
    "the prediction names the right number": {"new": torch.tensor(0.6)},
    "spring loses most, match gains": {"change": torch.tensor([0.0, 0.0, -0.2, -0.1, 0.0, 0.0])},
    "after the look-up, none is better than a coin": {"mean": torch.tensor([[0.5], [0.5], [0.6]])},
    "the prediction names the right numbers": {
        "mean": torch.tensor([[0.80], [0.75], [0.70]]).expand(3, 7),
        "named": torch.tensor([0.80, 0.75, 0.75]),
    },
}
