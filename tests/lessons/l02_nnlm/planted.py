"""Inputs under which the claims and checks of lesson 02 must fail."""

from types import SimpleNamespace as Named

import numpy as np
import torch

LOG_2000 = -np.log([2000.0, 2000.0])
PASS = Named(
    during=500.0,
    again=Named(all=251.0, known=300.0),
    validation=Named(all=225.0, known=350.0),
)

PLANTED = {
    # the opening
    "only three, four, seven were seen": {
        "followed": dict(zip("abcdefghi", [6, 2, 1, 1], strict=False))
    },
    "the network is 200 times as sure after eight": {
        "neural": [0, 0, 0, 0, 0.01],
        "counted": [1, 1, 1, 1, 1e-4],
    },
    "unseen: below 1 in 10,000 against above 1 in 100": {
        "counted": [1e-5] * 9,
        "neural": [0.02] * 6 + [0.009] * 3,
    },
    "after other words it is near 0": {"neural": [0.0] * 8 + [1e-3]},
    "after three, counting is higher": {"counted": [0.05], "neural": [0.03]},
    "the sentence is in the validation text": {"goes_on": "about eight", "validation_text": "nine"},
    "album is in the training text 7 times": {
        "vocabulary": Named(counts=[8], index=lambda word: 0),
    },
    # look-up and network
    "loop, product and look-up give the same rows to 1e-6": {"gap": torch.tensor(2e-6)},
    "million is among its five favorites": {"names": ["years", "time"]},
    "your batch and the loops give the same scores to 1e-5": {"gap": torch.tensor(2e-5)},
    "the class and your function give the same scores to 1e-4": {"gap": torch.tensor(2e-4)},
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
    "momentum and Adam move those of the batch before": {"memory": [110, 7000]},
    "weight decay moves nearly every row": {"rows": {"AdamW, weight decay 0.1": 400}},
    # training
    "training lies above validation in the first two passes alone": {"ahead": [True, True, True]},
    "the third pass ends near 200": {"passes": [(510.0, 230.0), (150.0, 230.0)]},
    "first pass: over 500 against below 250": {"passes": [(510.0, 260.0)]},
    "scored again after the first pass, the training text has less than half the perplexity": {
        "first_passes": [PASS],
    },
    "the two texts are within 8%, 3 seeds": {"near": [True, True, False]},
    "without <unk>, the validation text is harder than the training text, with each of 3 seeds": {
        "first_passes": [PASS],
    },
    "validation has twice as many <unk>": {"rates": (0.1, 0.15)},
    "<unk> itself has a perplexity below 20": {"easy": [11.0, 21.0]},
    # the recorded run
    "direct connections: lower in training, not on new text": {
        "gain": np.array([[-5.0, 1.0], [-5.0, 1.0], [-5.0, -0.1]]),
    },
    "during: above validation, 3 seeds": {
        "epochs": {"window": np.array([[[200.0, 150.0], [100.0, 110.0]]])},
    },
    "15,591 sentences": {"data": Named(train=[0, 1])},
    "a tenth better than the trigram": {
        "found": {"window": {"test": [139.0]}},
        "trigram_alone": 141.0,
    },
    "direct connections are more than a million parameters": {"more": 900_000},
    # mixtures
    "your mixture is bertlab's to 1e-6": {"gap": np.float64(2e-6)},
    "with each of 3 seeds the mixture beats both models on the test text": {
        "wins": [True, True, False],
    },
    "the valley is near 100": {"near": [100.1, 102.0]},
    "counting is better where it has seen the trigram; the network is better everywhere else": {
        "count": [15.0, 130.0, 6000.0],
        "net": [20.0, 136.0, 3000.0],
    },
    "a second network helps less than the trigram model": {"mixture": LOG_2000, "two": 106.0},
    # cost and recurrence
    "multiplications grow linearly in V: 64 more for each word": {
        "slopes": np.array([64.0, 64.0, 65.0]),
    },
    "with 8,000 words, 98% of the multiplications only make the scores": {
        "spent": [0.0, 0.0, 0.0, 0.93],
    },
    "loop and bertlab's network carry the same state to 1e-6": {"gap": torch.tensor(2e-6)},
    "the recurrent network is ahead by less than 1": {
        "window_test": 125.5,
        "recurrent_test": 124.9,
        "spread": 0.5,
    },
    "trigram below 1 s": {"seconds": {"trigram, modified Kneser-Ney": 3.0}},
    "network about two minutes": {"found": {"window": {"seconds": [20.0, 30.0]}}},
    # what the network can do
    "on the map all number words lie at one side, and all months but may at the other": {
        "of_numbers": np.array([0.4, 0.5]),
        "of_months": np.array([-0.5, 0.1]),
    },
    "may is between": {
        "across": np.array([0.5, -0.5, -0.5, -0.5, -0.5, -0.6]),
        "numbers": ["two"],
        "of_months": np.array([-0.5]),
        "of_numbers": np.array([0.5]),
    },
    "may is 450 times in the text, other months at most 92": {"counts": [450, 93, 60]},
    "the rows of all number words of the first picture are nearer to eight than 97% of all words": {
        "number_words": [1, 300],
        "vocabulary": range(8000),
    },
    "animals and because are on the other side": {"cosines": [0.4] * 7 + [-0.3, 0.1]},
    "without the number words' direction, million is not half as probable as in any control": {
        "after_taking": {"number words": 0.004, "months": 0.014},
        "at_random": [0.007, 0.02],
    },
    "it is a seventh of what it was": {
        "after_taking": {"number words": 0.004, "nothing": 0.014},
    },
    "the direction of <num> alone takes most of it": {
        "after_taking": {"<num>": 0.006, "nothing": 0.014},
    },
    "<num> million is there 141 times": {"of_num": {"<num>": 140}},
    "counting leads for a, an (paired 95% interval)": {
        "far": 0.01,
        "half": 0.016,
    },
    "its lead is 2.2 ± 1.6 points": {"far": 0.022, "half": 0.02},
    "over all gaps the mixture chooses better than each model alone (95%)": {
        "ahead": [True, False],
    },
    "nine and six are among the three nearest to eight": {"of_eight": ["nine", "mm", "separate"]},
    "the network leads for is, are": {"right": {"trigram model": [0.8], "network": [0.7]}},
    "all: 70% by frequency, 83% by the mixture": {
        "overall": {"more frequent word": 0.7, "mixture": 0.79},
    },
    "the library's network is yours to 1e-5": {"gap": torch.tensor(2e-5)},
    "16 true words do within 1% of 64, with each of 3 seeds": {
        "sixteen": np.array([100.0, 100.0, 101.1]),
        "most": np.array([100.0, 100.0, 100.0]),
    },
}
