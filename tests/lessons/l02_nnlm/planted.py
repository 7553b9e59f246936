"""Inputs under which the claims and checks of lesson 02 must fail."""

from types import SimpleNamespace as Named

import numpy as np
import torch

PASS = Named(during=500.0, studied=Named(all=251.0), unstudied=Named(all=490.0))

GROUPS = [["lake"]]

PLANTED = {
    # the opening
    "after three, counting is higher": {"counted": [0.05], "neural": [0.03]},
    "the sentence is in the validation text": {"goes_on": "about eight", "validation_text": "nine"},
    # look-up and network
    "loop, product and look-up give the same rows to 1e-6": {"gap": torch.tensor(2e-6)},
    "million is among its five favorites": {"names": ["years", "time"]},
    "your batch and the loops give the same scores to 1e-5": {"gap": torch.tensor(2e-5)},
    "bertlab's network is your class to 1e-6": {
        "some": torch.tensor([1.0]),
        "theirs": lambda x: x + 1e-5,
        "network": lambda x: x,
    },
    # which rows learn
    "bertlab cuts the windows as you do": {"same": False},
    "a batch gives gradient to the rows of C that it looked up, and to every row of U": {
        "only_those": True,
        "rows_u": torch.tensor([True, True, False]),
    },
    "plain SGD moves none": {"rows": {"SGD": 1}},
    "your gradient of U is autograd's to 1e-6": {
        "by_hand": torch.ones(2),
        "network": Named(output=Named(weight=Named(grad=torch.zeros(2)))),
    },
    # training
    "training lies above validation in the first two passes alone": {"ahead": [True, True, True]},
    "the third pass ends near 200": {"passes": [(510.0, 230.0), (150.0, 230.0)]},
    "first pass: over 500 against below 250": {"passes": [(510.0, 260.0)]},
    "the two texts are within 8%, 3 seeds": {"near": [True, True, False]},
    # the recorded run
    "direct connections: lower in training, not on new text": {
        "gain": np.array([[-5.0, 1.0], [-5.0, 1.0], [-5.0, -0.1]]),
    },
    "15,591 sentences": {"data": Named(train=[0, 1])},
    "direct connections are more than a million parameters": {"more": 900_000},
    # mixtures
    "your mixture is bertlab's to 1e-6": {"gap": np.float64(2e-6)},
    "with each of 3 seeds the mixture beats both models on the test text": {
        "wins": [True, True, False],
    },
    "the valley is near 100": {"near": [100.1, 102.0]},
    # cost and recurrence
    "the recurrent network is ahead by less than 1": {
        "window_test": 125.5,
        "recurrent_test": 124.9,
        "spread": 0.5,
    },
    "trigram below 1 s": {"seconds": {"trigram, modified Kneser-Ney": 3.0}},
    "network about two minutes": {"found": {"window": {"seconds": [20.0, 30.0]}}},
    # what the network can do
    "may is 450 times in the text, other months at most 92": {"counts": [450, 93, 60]},
    "counting leads for a, an (paired 95% interval)": {
        "far": 0.01,
        "half": 0.016,
    },
    "its lead is 2.2 ± 1.6 points": {"far": 0.022, "half": 0.02},
    "nine and six are among the three nearest to eight": {"of_eight": ["nine", "mm", "separate"]},
    "the network leads for is, are": {"right": {"trigram model": [0.8], "network": [0.7]}},
    "all: 70% by frequency, 83% by the mixture": {
        "overall": {"more frequent word": 0.7, "mixture": 0.79},
    },
    # the opening picture
    "only the first four were seen": {
        "followed": dict(zip("abcdefghij", [6, 2, 1, 140], strict=False))
    },
    "the network is 200 times as sure after eight": {
        "neural": [0, 0, 0, 0, 0, 0.01],
        "counted": [1, 1, 1, 1, 1, 1e-4],
    },
    "unseen: below 1 in 10,000 against above 1 in 100": {
        "counted": [1e-5] * 10,
        "neural": [0.02] * 7 + [0.009] * 3,
    },
    "after other words it is near 0": {"neural": [0.0] * 9 + [1e-3]},
    "after four, seven and <num>, the network is higher": {"lower": [True, False, True]},
    "your functions have the picture's favorites": {
        "vocabulary": Named(decode=lambda ids: ["years"]),
        "best": Named(indices=[1]),
        "names": ["million"],
    },
    "the library's network is yours to 1e-5": {"gap": torch.tensor(2e-5)},
    # the first pass
    "momentum and Adam move those of batch 1": {
        "memory": [92, 91],
        "first": set(range(92)),
        "second": set(),
    },
    "weight decay moves all of them": {
        "rows": {"AdamW, decay 0.1": 400},
        "second": set(range(134)),
    },
    "scored again after the first pass, the training text has less than half the perplexity": {
        "first_passes": [PASS],
    },
    "unread text of the same split is twice as hard, with each of 3 seeds": {
        "first_passes": [PASS],
    },
    "the two texts of the split have as many <unk>, within a point": {"rates": [0.07, 0.09, 0.15]},
    "validation has twice as many <unk>": {"rates": [0.1, 0.1, 0.15]},
    "without <unk>, validation is harder than the text that was read": {"known": [1.3, 1.1]},
    "swapped: the first text is the harder one, by half at least": {
        "swapped": Named(studied=Named(all=300.0), unstudied=Named(all=250.0)),
    },
    "with <unk>, the two are within 15%": {"without": [Named(all=148.0), Named(all=120.0)]},
    "masked texts have more <unk>": {"shares": [0.07, 0.07, 0.16, 0.2, 0.15]},
    "eight: no higher than animals yet": {"early": {"eight": 0.002, "animals": 0.001}},
    # the whole text
    "a tenth better than the trigram": {"drop": 0.02},
    "and a little more without <unk>": {"without": 0.08},
    "trigram on validation: 119": {"record": {"ngram": {"3": {"validation": 141.2}}}},
    "the 5-gram model is less than 1% better": {
        "trigram_alone": 141.2,
        "record": {"ngram": {"5": {"test": 138.0}}},
    },
    "98% with every size": {"ours": [0.98, 0.93]},
    "one half at V = 128": {"of_sizes": np.full((2, 3), 0.4), "many": [30, 128, 300]},
    # two models
    "the network leads most where the two words before are new together, with each of 3 seeds": {
        "lead": np.array([[1.2, 1.1], [1.1, 1.15], [1.0, 1.0], [1.05, 1.05]]),
    },
    "it leads by a sixth there": {"lead": np.array([[1.4, 1.18]])},
    "10 to 99 times: within 2%": {"lead": np.array([[1.2], [1.1], [0.95]])},
    "the mixture is lowest in every group": {
        "by_group": {"mixture": np.array([100.0, 90.0])},
        "lowest": np.array([104.0, 89.0]),
    },
    "a second network helps less than the trigram model": {"one": 107.0, "two": 106.0},
    "sorted by the outcome, counting looks better by a quarter": {"outcome": [19.0, 20.0]},
    "over all gaps the mixture chooses better than each model alone": {"ahead": [True, False]},
    # the rows of C
    "album: 7 times, and a short row": {"times": 7, "lengths": [3.5, 3.6]},
    "nine of eleven are right of 99% of other words": {"ahead": np.array([1.0] * 8 + [0.9] * 3)},
    "nine and eleven are farthest left": {"of_numbers": np.arange(11.0)},
    "months but may lie above all other words": {
        "no_may": [0.9, 0.6],
        "both_ways": np.full((3, 2), 0.7),
        "others": [0, 1],
    },
    "may is below 0.2": {"of_months": {"may": 0.5}},
    "few, recent, several": {
        "vocabulary": Named(decode=lambda ids: ["few", "recent", "pest"]),
        "rightmost": [0],
    },
    "random rows have neighbors at 0.6": {"best": 0.4},
    "the ten are nearer than 95% of words as frequent": {
        "ranks": [2, 200],
        "frequent": range(3652),
    },
    "animals and because are on the other side": {"cosines": [0.4] * 10 + [-0.3, 0.1]},
    "seven of ten: below 0.48": {"cosines": [0.5] * 10},
    "of each control, at most one of 200 makes million as improbable": {"as_low": [0, 0, 2]},
    "both gaps are as the table says": {"told": [True, False]},
    "the mixture: 0.009 and 0.032": {"expected": [0.009, 0.03]},
    "eight million: about 165 times what counting gives": {"gained": [120, 1]},
    "25 and 5 times as probable": {"times_as": [25, 1]},
    "above all groups of ours": {"above": [True, False]},
    "best of our groups: 6 and 4 times": {
        "best_group": [20, 4],
        "controls": GROUPS,
        "random_groups": GROUPS,
    },
    "album has turned little, january a lot": {"moved": [0.42, 0.7]},
    "three, four and seven: less than a third is left": {"three_take": 0.4},
    "nearest others and zeros are as low": {
        "of_nearest": 0.0015,
        "of_zeros": 0.01,
        "tenth": 0.0019,
    },
    "cut to our size, the nearest leave nearly twice as much": {"of_cut": 0.002, "tenth": 0.0019},
    "with pieces as large, one group of 200 is as low": {"as_low": [0, 0, 3]},
    "still nine times as probable as after animals": {"tenth": 0.0008, "after_animals": 0.0002},
    "your function takes what removals take": {
        "cases": [Named(left=0.2)] * 7,
        "tenth": 0.0019,
        "whole": 0.014,
    },
    "random groups leave more than a third": {"of_groups": [0.004, 0.01], "whole": 0.014},
    "the training text never has about eight": {"never": False},
    "after four number words and six beginnings, million loses more than two thirds each time": {
        "left": [0.1] * 23 + [0.4],
    },
    "at most two groups of 200 leave no more": {"cases": [Named(as_low=0), Named(as_low=3)]},
    "a shorter row: about a sixth less": {"only_shorter": 0.006, "whole": 0.014},
    "the direction of <num> alone takes most of it": {
        "after_taking": {"<num>": 0.006},
        "whole": 0.014,
    },
    "it is a seventh of what it was": {
        "tenth": 0.004,
        "whole": 0.014,
    },
    "typical random changes take less than half": {"at_random": [0.003, 0.004], "whole": 0.014},
    # the supplement
    "the example of exercise 6": {"example": [1.41, 1.41]},
    "16 true words come within 1% of 64, with each of 3 seeds": {
        "sixteen": np.array([100.0, 100.0, 101.1]),
        "most": np.array([100.0, 100.0, 100.0]),
    },
}
