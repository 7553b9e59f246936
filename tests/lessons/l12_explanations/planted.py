"""Inputs under which the claims of lesson 12 must fail."""

from types import SimpleNamespace

import numpy as np
import torch

from bertlab.inspection.faithfulness import area
from bertlab.inspection.shapley import owen_values, shapley_values

OFF = np.array([0.0, 2e-6, 0.0])
ZEROS = np.zeros(3)
NEVER, ALWAYS = (lambda present: 0.0 * present[:, 0]), (lambda present: present[:, 2].double())


def explained(*values, tokens=()):
    """Stand in for an explanation."""
    return SimpleNamespace(values=np.array(values), tokens=tokens)


PLANTED = {
    "in every order the steps add up to the whole text's score": {
        "steps": [[-0.5, 0.0, -0.5], [-0.5, 1.0, -1.4]]
    },
    "orders and your groups agree to 1e-6": {"by_orders": OFF, "yours": ZEROS},
    "your values and bertlab's agree to 1e-6": {"ours": torch.tensor(OFF), "yours": ZEROS},
    "so do the weights": {"weights": OFF},
    "your inputs are bertlab's": {"fits": [True, True, False]},
    "the values sum to the prediction minus the base, to 1e-6": {"gap": -2e-6},
    "symmetry: both get the same, to 1e-9": {"twice": explained(0.4, 1.08, 1.08 + 2e-9)},
    "dummy: [MASK] gets 0, to 1e-9": {"with_mask": explained(0.5, -2e-9)},
    "shap's Exact and the definition agree to 1e-9": {
        "theirs": np.array([0.0, -2e-9]),
        "by_definition": np.zeros(2),
    },
    "the toy: player 2 gets 1/6 by Shapley": {"shapley_values": shapley_values, "torn": NEVER},
    "and nothing by Owen: {0, 2} tears a branch": {"owen_values": owen_values, "torn": ALWAYS},
    "where players only add up, both agree": {
        "by_groups": torch.ones(3),
        "additive": lambda present: 2.0 * torch.ones(3),
    },
    "Partition gives Owen values, to 1e-9": {
        "asked": torch.tensor([1.0, 2.0]).double(),
        "by_tree": explained(1.0, 2.0 + 2e-9),
    },
    "Owen values sum to the same, to 1e-6": {"gap": 2e-6},
    "yet a token differs by more than a tenth of a logit": {"apart": 0.1},
    "in both languages the values sum up, to 1e-6": {"gaps": [0.0, -2e-6]},
    "不 (not) takes from the score": {"in_chinese": explained(-1.0, 0.1, tokens=("好", "不"))},
    "odd ones: what there is sums up, to 1e-6": {"gaps": [0.0, 0.0, -2e-6]},
    "each French word's values sum up to 1e-6": {"sums": -OFF},
    "over 95% of the held-out numbers are translated right": {"score": 0.99, "right": 0.95},
    "soixante and onze owe most to seventy": {"owes": {"soixante": "seventy", "onze": "one"}},
    "et owes most to one, and next to nothing to and": {
        "owes": {"et": "one"},
        "rows": {"et": np.array([0.0, 0.0, 0.3, 0.0, 2.0])},
    },
    "to one, onze owes less than a fifth of a nat": {
        "rows": {"onze": np.array([0.0, 0.0, 0.0, 0.4, -0.3])}
    },
    "your curve is bertlab's, to 1e-6": {"yours": OFF.tolist(), "ours": ZEROS},
    "so is the area": {
        "areas": {"gradient": 1.0},
        "area": area,
        "ours": np.array([1.0, 1.0, 1.00001]),
    },
    "measured again, deletion areas are those recorded, to 0.05": {"gaps": [0.0, 0.06]},
    "SHAP is ahead of each, on both curves, masked and removed: intervals above 0": {
        "lead": [1.2, 0.4, -0.01]
    },
    "attention and SHAP agree on the first token in fewer than a quarter": {
        "agree": {"SHAP": 1.0, "attention": 0.25}
    },
    "attention is ahead of chance: its interval is above 0": {"leads": {"attention": (-0.1, 0.8)}},
    "but over twice as far behind SHAP": {
        "behind": [0.6, 0.9],
        "leads": {"attention": (0.1, 0.3)},
    },
    "gradient x input is not told from chance: 0 is in its interval": {"low": 0.1, "high": 0.3},
}
