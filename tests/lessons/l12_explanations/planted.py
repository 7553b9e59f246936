"""Inputs under which the claims and checks of lesson 12 must fail."""

from types import SimpleNamespace

import numpy as np
import torch

from bertlab.inspection import faithfulness

OFF = np.array([0.0, 2e-6, 0.0])
ZEROS = np.zeros(3)
ONCE = {"opening": SimpleNamespace(prediction=-1.4)}
LEADS = {
    "|SHAP|": SimpleNamespace(mean=1.7, low=1.0, high=2.0),
    "|leave one out|": SimpleNamespace(mean=1.8),
    "|integrated gradients|": SimpleNamespace(mean=1.1),
    "gradient norm": SimpleNamespace(mean=1.2),
    "attention": SimpleNamespace(mean=0.9, low=-0.1),
    "SHAP": SimpleNamespace(mean=2.0),
    "gradient × input": SimpleNamespace(low=0.1, high=0.3),
    "|gradient × input|": SimpleNamespace(low=-0.1, high=0.3),
}


def explained(*values, tokens=()):
    """Stand in for an explanation."""
    return SimpleNamespace(values=np.array(values), tokens=tokens)


def turned(*numbers):
    """Stand in for what hiding one token turns: of 25, by method."""
    names = "SHAP", "leave one out", "attention"
    return {
        "turned": {
            name: SimpleNamespace(turned=np.arange(25) < number)
            for name, number in zip(names, numbers, strict=True)
        }
    }


PLANTED = {
    "the others are below one logit": {**ONCE, "rest": [0.5, -1.2]},
    "good has a value above 0": {"by_orders": [0.0, 0.0, -0.1]},
    "in every order the steps add up to the score of the whole text": {
        "steps": [[-0.5, 0.0, -0.5], [-0.5, 1.0, -1.4]]
    },
    "orders and your groups agree to 1e-6": {"by_orders": OFF, "yours": ZEROS},
    "your values and bertlab's agree to 1e-6": {"ours": torch.tensor(OFF), "yours": ZEROS},
    "so do the weights": {"weights": OFF},
    "your inputs are bertlab's": {"fits": [True, True, False]},
    "never adds the most": {"largest": "good"},
    "the values sum to the prediction minus the base, to 1e-6": {"gap": -2e-6},
    "symmetry: both get the same, to 1e-9": {"twice": explained(0.4, 1.08, 1.08 + 2e-9)},
    "dummy: [MASK] gets 0, to 1e-9": {"with_mask": explained(0.5, -2e-9)},
    "not and good nearly cancel": {"by_token": {"not": -2.0, "good": 1.0}},
    "never adds beside dull alone": {"beside": SimpleNamespace(shown=7.5, hidden=0.1)},
    "dull changes sides": {"dull": [-1.0, -0.3]},
    "masked, its words add; removed, they take": {"together": [1.1, 0.5]},
    "200 orders come within three standard errors": {
        "mean": 4.0,
        "error": 0.2,
        "by_token": {"never": 3.3},
    },
    "a first dull takes more than a third bad word": {"alone": -5.0, "among": -2.5},
    "leave one out does not": {"lost": np.array([1.0, 2.5]), "gained": 3.4},
    "the toy: good gets 1/6 by Shapley": {"by_groups": torch.tensor([0.3, -0.3, 0.3])},
    "and nothing by Owen: not and good tear a branch": {
        "by_branches": torch.tensor([0.3, -0.3, 0.1])
    },
    "Owen and Shapley values of this sentence have the same sum, yet one token differs by over a "
    "logit": {"gap": 0.0, "apart": np.array([0.2, 0.9])},
    "Partition gives Owen values, to 1e-9": {
        "asked": torch.tensor([1.0, 2.0]).double(),
        "by_tree": explained(1.0, 2.0 + 2e-9),
    },
    "in both languages the values sum up, to 1e-6": {"gaps": [0.0, -2e-6]},
    "不 (not) takes from the score": {"in_chinese": explained(-1.0, 0.1, tokens=("好", "不"))},
    "each word keeps its side": {"sides": {"dull": [-1.0, -2.0], "fine": [1.0, -0.1]}},
    "the same word in the same sentence frame gets values that differ by more than 4 logits": {
        "sides": {"dull": [-5.0, -2.0]}
    },
    "each French word's values sum up to 1e-6": {"sums": -OFF},
    "over 95% of the held-out numbers are translated right": {"score": 0.99, "right": 0.95},
    "soixante owes most to seventy": {"owes": {"soixante": "one"}},
    "onze (eleven) owes most to seventy, et (and) to one, and et owes next to nothing to and": {
        "owes": {"et": "one", "onze": "seventy"},
        "rows": {"et": np.array([0.0, 0.0, 0.3, 0.0, 2.0])},
    },
    "to one, onze owes less than a fifth of a nat": {
        "rows": {"onze": np.array([0.0, 0.0, 0.0, 0.4, -0.3])}
    },
    "your curve is bertlab's, to 1e-6": {"curve": OFF.tolist(), "ours": ZEROS},
    "so is the area": {
        "your_area": 1.0,
        "tests": faithfulness,
        "ours": np.array([1.0, 1.0, 1.00001]),
    },
    "SHAP is ahead, on both curves, masked and removed: intervals above 0": {
        "ahead": [1.2, 0.4, -0.01]
    },
    "more than half of SHAP's lead over attention is the sign: the interval is above one half": {
        "part": SimpleNamespace(low=0.49)
    },
    "half of the lead is lost": {"leads": LEADS},
    "its size is barely ahead": {"unsigned": LEADS["|gradient × input|"]},
    "the first texts, measured here, are as recorded": {"apart": 0.1},
    "the first of leave one out, found here, are as recorded": {
        "tried": [1, 2],
        "first": {"leave one out": [1, 3]},
    },
    "your integrated gradients are the lesson's": {
        "integrated": torch.tensor([1.0]),
        "ours": torch.tensor([1.001]),
    },
    "the bars lead from the base to the score": {
        "opening": SimpleNamespace(base=-2.5, prediction=-0.9),
        "whole": 1.7,
    },
    "the review at the end is called positive": {"last": SimpleNamespace(prediction=-0.1)},
    "sizes against sizes, |SHAP| is ahead of attention, and attention of chance: both "
    "intervals are above 0": {"leads": LEADS, "fair": SimpleNamespace(low=0.5)},
    "the best three sizes lead": {"least": 1.1, "leads": LEADS},
    "gradient × input is not told from chance": {"signed": LEADS["gradient × input"]},
    "the slope along the sum is 0": {
        "by_word": torch.tensor([0.5, -0.2]),
        "by_place": torch.tensor([-0.5, 0.3]),
    },
    "the difference does not mend it": {"product": SimpleNamespace(low=0.1, high=0.7)},
    "integrated gradients lead gradient × input by more than a logit: the interval is above 1": {
        "over_product": SimpleNamespace(low=0.9)
    },
    "integrated gradients nearly sum up": {"gap": -0.3},
    "SHAP's first word turns more predictions than a random one: the interval of the difference is "
    "above 0": {"over_chance": SimpleNamespace(low=-0.1)},
    "about 15": turned(18, 18, 5),
    "leave one out does better": turned(16, 15, 5),
    "25 of 254 are wrong": {"wrong": [0] * 24, "number": 254},
    "padded, opposite texts get nearly one score": {"padded": [3.0, -3.0], "whole": [7.0, -7.0]},
    "the right one is the explainer's": {
        "whole": [2.0],
        "bugs": SimpleNamespace(SHORT=""),
        "scores_of": lambda texts: [2.01],
    },
    "shap's largest are ours": {"best": (np.array([1, 0]), np.array([1, 1]))},
    "and differ by the tree alone: the sums agree": {"totals": [np.array([3.0]), np.array([3.01])]},
    "the gradient norm ranks a deciding word first more often than chance; for attention the "
    "interval contains 0": {
        "norm": SimpleNamespace(low=-0.1),
        "told": SimpleNamespace(low=-0.1, high=0.2),
    },
    "your functions give the same values": {
        "by_you": np.array([0.0, 0.1]),
        "explanation": explained(0.0, 0.0),
    },
    "removed, SHAP is still ahead of chance": {"fewer": 9, "guessed": 5.0},
    "five of nine change sides": {"changed": np.array([True] * 4 + [False] * 5)},
    "SHAP is ahead of each rival": {
        "closest": {"other": SimpleNamespace(low=-0.1)},
        "size": SimpleNamespace(low=0.3),
    },
    "integrated gradients know": {"ahead": {"integrated gradients": ["a", "joy"]}},
    "gradient × input does not": {"ahead": {"gradient × input": ["joy", "of"]}},
    "nearly all comes from the first half": {"on_the_way": [1.0] * 32 + [-1.0] * 32},
    "clumsy and joy keep their signs": {"signs": [(True, True), (True, False)]},
    "no shrug is heard": {"heard": {"who": 0.1, "cares": -0.1, "but": 0.9}},
    "and the score falls below the base": {"shrug": SimpleNamespace(prediction=-1.0, base=-1.2)},
    "attention is ahead of chance": {"leads": LEADS},
}
