"""Inputs under which the claims and checks of lesson 08 must fail."""

import numpy as np
import torch
from scipy.stats import chisquare

from lessons.l08_pretraining.measure import Guesses
from lessons.l08_pretraining.stories import Judged

PLANTED = {
    "door, then book": {"door": "door", "book": "door"},
    "half are true: chi-square, p > 1%": {
        "chisquare": chisquare,
        "true": 560,
        "drawn": range(1000),
    },
    "lengths give next to nothing away: right in less than 53%": {"guessed": 0.56},
    "without eight strangers they do: 57% or more, strangers are longer": {
        "told_own": 0.6,
        "follows": 60.0,
        "strange": 61.0,
    },
    "18 pieces may be chosen, 3 are": {
        "maskable": np.ones(18),
        "ours": type("Masked", (), {"places": [3, 5]}),
    },
    "80/10/10, at every place alike: p > 1%": {"fits": 0.4, "evenly": 0.001},
    "no special was ever chosen": {"chosen_specials": 1},
    "15% are chosen, within half a percent": {
        "asked": np.array([12.0, 12.0]),
        "free": np.array([100.0, 100.0]),
    },
    "one mask reaches 3 of 18 words, new masks 12 or more": {
        "reached": {"one mask": 3, "a new mask each time": 11}
    },
    "each curve ends at 1 - 0.85^masks, within a point": {"gaps": [0.0, 0.02, 0.0]},
    "after 40 epochs, ten masks have left out a fifth of the words; new masks, under 1%": {
        "asked": {"ten masks, in turn": [0.15, 0.8], "a new mask each time": [0.15, 0.98]}
    },
    "19 chosen of 128 tokens save a fifth, or more": {"saved": [0.4, 0.19]},
    "what does not decay has one axis": {"others": {"params": [torch.ones(2), torch.ones(2, 2)]}},
    "the losses of such a loop are bertlab's, update by update, to 1e-4": {"gap": 3e-4},
    "pairs: better than counting sentences, and not all": {"paired": [0.9, 0.75, 0.9]},
    "he opened both in the 32 stories": {"known": ["he opened the door and went in."]},
    "half the width costs 6 to 8 points": {
        "right": {"full": np.array([43.0, 44.0]), "full, small": np.array([41.0, 42.0])}
    },
    "from over 4 to below 1": {"losses": [[4.4]], "fell": [0.5, 1.1, 0.5]},
    "each of 3 BERTs fills 7 or more of 8 new gaps, and at most 3 without the right side": {
        "whole": [8, 8, 8],
        "halves": [2, 2, 4],
    },
    "both kinds fill the gaps": {"filled": {"three fates": [8, 8], "[MASK] alone": [8, 5]}},
    "nothing hidden: with three fates each BERT names over 70% of the words, else under 60%": {
        "seen": {"three fates": [0.9, 0.9], "[MASK] alone": [0.5, 0.65]}
    },
    "a new linear layer reads 90% or more from the vectors of each of the nine": {
        "read": {"three fates": [0.9, 0.9], "[MASK] alone": [0.9, 0.9], "untrained": [0.9, 0.7]}
    },
    "each of 3 runs ends within 0.15 nats of the unigram guess": {
        "above": np.array([[2.0, 0.3, 0.1], [2.0, 0.3, -0.4], [2.0, 0.3, 0.1]])
    },
    "it was there after two thirds": {"above": np.full((3, 13), 0.4)},
    "about 93,000 tokens": {"curves": [{"tokens": [0, 140_000]}]},
    "the frequencies cost about 6.5": {"curves": [{"unigram": 6.0}]},
    "each model gives one answer at all gaps": {"answers": [["，的"] * 4, ["，的"] * 3 + ["的，"]]},
    "and the first model's is the comma, then 的": {"answers": [["的，"] * 4]},
    "the text tells each of 3 models less than 0.1 nats": {"informed": [0.01, 0.02, 0.2]},
    "each of 3 runs with 32 tokens is 0.3 nats below before each of 3 with 128": {
        "left": {"32": [0.3, 0.5], "128": [0.49, 0.6]}
    },
    "each of 6 runs gains under 0.15 nats from update 200 to 500, and over 0.9 after it": {
        "losses_at": {200: [3.2, 3.2], 500: [3.1, 2.9], 1600: [2.0, 1.9]}
    },
    "121 letters and signs, 128 wide": {"entries": 121, "width": 64},
    "each bert-mini has 4 layers of 192": {"layers": {(4, 128), (6, 384)}},
    "one mask: worse than equal probabilities": {
        "held_out": {"one mask": [7.1, 4.7]},
        "equal": 4.8,
    },
    "at update 200 each is 0.2 to 0.5 nats below the frequencies": {
        "losses_at": {200: [3.2, 3.6]},
        "unigram": 3.5,
    },
    "on the plateau each of 3 runs is within 0.2 nats of the frequencies at hidden places, "
    "and over 2 nats below them at kept ones": {
        "by_step": {400: np.array([[3.5, 4.0, 1.0], [3.3, 4.0, 1.0]])},
        "waiting": 400,
        "unigram": 3.57,
    },
    "at the end hidden places are over 1.2 nats below the frequencies": {
        "by_step": {1600: np.array([[2.2, 2.6, 0.3], [2.5, 2.6, 0.3]])},
        "ready": 1600,
        "unigram": 3.57,
    },
    "who looks at his own place only is within 0.15 nats of the plateau": {
        "on_plateau": (None, 3.1, None),
        "guesses": Guesses(3.57, 3.29),
    },
    "at hidden places it ends 7 to 10 points ahead": {
        "right": {"left to right": np.array([46.0, 47.0])},
        "at_end": np.array([43.0, 44.0]),
    },
    "before the gray line the held-out loss of both is over 0.8 nats higher, after it under 0.2": {
        "before": [(5.0, 5.9), (5.1, 5.3)],
        "after": [(4.9, 5.0), (5.1, 5.2)],
    },
    "after 5,000 updates both models have 4/5 of their word accuracy, and under 57% of pairs": {
        "done": [0.9, 0.85],
        "then": [{"validation_next_accuracy": 0.5}, {"validation_next_accuracy": 0.6}],
    },
    "news pairs: 3 errors above a coin": {
        "news": {"next_accuracy": 0.53, "examples": 1000},
        "error": 0.0158,
    },
    "12,000 updates": {"steps": {12_000, 6000}},
    "left to right ahead, 3 of 3 seeds; its lead grows, then shrinks to under half": {
        "right": {"full": [43.0, 44.2], "left to right": [46.0, 47.0]},
        "lead": {100: 6.0, 500: 11.0, 1600: 6.0},
    },
    "6 points, 17, then 3": {"lead": {100: 6.2, 500: 17.4, 1600: 4.1}},
    "without pairs, as many words, within 1.5 points": {
        "right": {
            "full": np.array([43.0, 44.0]),
            "without next sentences": np.array([45.0, 46.0]),
        },
    },
    "pairs: no seed 3 errors from a coin": {"pairs": np.array([50.0, 58.0])},
    "the large model is below the middle one": {
        "right": {"full, large": [40.0, 44.0], "full": [43.0, 45.0]}
    },
    "bertlab writes the same": {"ours": "tom opened the door.", "theirs": "tom"},
    "a quarter to half are correct, and fewer than one in six of these is new": {
        "verdicts": [Judged(100, 10), Judged(100, 30)]
    },
    "each of 3 BERTs writes 40 or more correct sentences of 200, and 2 or more it has never read": {
        "verdicts": [Judged(100, 10), Judged(90, 1)]
    },
    "about log V": {"loss": torch.tensor(9.0)},
    "about 15%, about 80%": {"proportion": torch.tensor(0.15), "hidden": torch.tensor(0.5)},
    "with new masks eight articles come within 0.2 nats of all of them": {
        "held_out": {"new masks": np.array([2.3, 2.4])},
        "all_articles": np.array([2.0, 2.0]),
    },
    "one mask: the training loss ends near 0": {
        "final_scores": lambda run, key: run[key],
        "few": {"one mask": {"masked_lm": [0.0, 0.0, 0.4]}},
    },
    "one mask: the loss on new text rises": {
        "held_out": {"one mask": [7.1, 3.1, 7.0]},
        "first_scores": [3.2, 3.3, 3.2],
    },
    "eight articles read again and again: one mask ends with a higher loss on new text, 3 of 3": {
        "held_out": {"one mask": [2.9, 3.1], "new masks": [2.8, 2.95]}
    },
    "the head does better on layer 3 than on layer 6, 3 of 3": {
        "middle": [0.13, 0.08],
        "top": [0.07, 0.09],
    },
    "with the last three layers it stays below layer 3": {
        "last3": [0.08, 0.14],
        "middle": [0.13, 0.13],
    },
    "low-rank updates of all matrices do best": {
        "low_rank": [0.17, 0.13],
        "everything": [0.12, 0.14],
    },
    "car, then book": {"example": ["car", "car"]},
    "no curve ends 0.1 nats below own place": {"lowest": -0.7, "own_place": 0.54},
    "40 epochs are those of 512 tokens throughout": {"read": [12, 40]},
}
