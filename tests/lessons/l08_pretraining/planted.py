"""Inputs under which the claims of lesson 08 must fail."""

import numpy as np
import torch
from scipy.stats import chisquare

PLANTED = {
    "half are true: chi-square, p > 1%": {
        "chisquare": chisquare,
        "true": 560,
        "drawn": range(1000),
    },
    "lengths give next to nothing away: right in less than 53%": {"guessed": 0.56},
    "loop and bertlab mask alike, in 50 draws": {"alike": [True] * 49 + [False]},
    "18 pieces may be chosen, 3 are": {
        "maskable": np.ones(18),
        "ours": type("Masked", (), {"places": [3, 5]}),
    },
    "80/10/10, at every place alike: p > 1%": {"fits": 0.4, "evenly": 0.001},
    "no special was ever chosen": {"chosen_specials": 1},
    "the share is 15%, within half a percent": {
        "asked": np.array([12.0, 12.0]),
        "free": np.array([100.0, 100.0]),
    },
    "each curve ends at 1 - 0.85^masks, within a point": {"gaps": [0.0, 0.02, 0.0]},
    "19 chosen of 128 tokens save a fifth, or more": {"saved": [0.4, 0.19]},
    "the loop, your function and bertlab agree to 1e-5": {"gap": 2e-5},
    "a fresh model knows nothing: equal shares, within 0.1": {"ours": 11.3, "guess": 11.02},
    "the loop by hand is bertlab's, update by update (1e-4)": {"gaps": [0.0, 3e-4]},
    "what does not decay has one axis": {"others": {"params": [torch.ones(2), torch.ones(2, 2)]}},
    "each of 3 runs ends within 0.15 nats of the unigram guess": {
        "above": np.array([[2.0, 0.3, 0.1], [2.0, 0.3, -0.4], [2.0, 0.3, 0.1]])
    },
    "and was there by half-time": {"above": np.array([[2.0, 0.6, 0.1]])},
    "3 models, 4 gaps: always the comma and 的": {"answers": [["的，"] * 4] * 2 + [["的活"] * 4]},
    "on the plateau, the text tells each of 3 models less than 0.1 nats": {
        "informed": [0.01, 0.02, 0.2]
    },
    "each run with 32 leaves the plateau before each with 128": {
        "left": {"32": [0.3, 0.5], "128": [0.49, 0.6]}
    },
    "after 5,000 updates words have 4/5 of their final share": {"done": [0.9, 0.7]},
    "pairs are still below 57% then": {
        "then": [{"validation_next_accuracy": 0.5}, {"validation_next_accuracy": 0.6}]
    },
    "in the end, news pairs: 3 errors above a coin": {
        "news": {"next_accuracy": 0.53, "examples": 1000},
        "error": 0.0158,
    },
    "left to right is ahead, with each of 3 seeds": {
        "kinds": ["full", "", "left to right"],
        "right": {"full": [43.0, 46.2], "left to right": [46.0, 47.0]},
    },
    "and its lead shrinks: at the end it is less than half of that at 600": {
        "lead": {600: 11.0, 1600: 6.0}
    },
    "without pairs, as many words, within 1.5 points": {
        "kinds": ["full", "without"],
        "right": {"full": np.array([43.0, 44.0]), "without": np.array([45.0, 46.0])},
    },
    "pairs: no seed 3 errors from a coin": {"pairs": np.array([50.0, 58.0])},
    "the large model is behind the middle one": {
        "right": {"full, large": [40.0, 44.0], "full": [43.0, 45.0]}
    },
    "40 epochs are those of 512 tokens throughout": {"epochs": [12, 40]},
    "16 cards: each sends less than twice what it does with 2": {"sent": {2: 440, 16: 900}},
    "the head does better on layer 3 than on layer 6, 3 of 3": {
        "middle": [0.13, 0.08],
        "top": [0.07, 0.09],
    },
    "even with the last three layers freed it stays behind layer 3": {
        "last3": [0.08, 0.14],
        "middle": [0.13, 0.13],
    },
    "thin updates of all matrices do best": {"thin": [0.17, 0.13], "everything": [0.12, 0.14]},
    "one mask: a higher loss on new text": {
        "losses": {"one mask": [2.9, 3.1], "new masks": [2.8, 2.95]}
    },
}
