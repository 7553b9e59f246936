"""Inputs under which the claims and checks of lesson 09 must fail."""

from types import SimpleNamespace as Named

import numpy as np
import torch

READ = Named(label=0, word_list=1.0, model=0.9)  # both are wrong
TENSORS = (
    "every tensor of the model gets a gradient, but of the table only the rows of pieces that were "
    "read"
)
FEW = "with 600 labeled snippets, fine-tuned BERT is within 2 points of word counts with 8,492"
TEST = (
    "on the test texts, fine-tuning beats every baseline by 8 points or more, with each of 3 seeds"
)

PLANTED = {
    "the word list is wrong on all six": {"six": [READ, Named(label=0, word_list=-1.0)]},
    "BERT on two": {"six": [READ] * 3},
    "word list: about 62%": {"right": 0.64},
    "the majority is a coin": {"most": 0.52},
    "probability - truth": {
        "logits": Named(grad=torch.tensor([0.5, 0.5])),
        "probabilities": torch.tensor([0.5, 0.5]),
        "truth": torch.tensor([1.0, 0.0]),
    },
    TENSORS: {
        "learning": [True, True],
        "rows": torch.tensor([True, True, False]),
        "read": torch.tensor([0]),
    },
    "frozen features: the head alone": {"alone": ["classifier.weight"]},
    "nearly a point, and the interval holds 0": {"low": 0.1, "gap": 0.8, "high": 1.5},
    "about half as wide": {"low": -2.0, "high": 2.0, "apart": (-2.1, 2.1)},
    "after two epochs your model beats a coin: its loss is below log 2": {"after": {"loss": 0.7}},
    FEW: {"gap": -2.1},
    "and far ahead of word counts with 600": {"few": [0.77, 0.74], "counted": {600: 0.67}},
    TEST: {"recipe": np.array([0.86, 0.85]), "best": 0.775},
    "frozen vectors: as word counts": {
        "frozen": 0.8,
        "methods": {"baselines": {"word counts": 0.77}},
    },
    "the printed loss of 0.795 was that of guessing, within 0.05 nats": {
        "first": 1.5,
        "guessing": 1.61,
    },
    "at the end 98%": {
        "flawed_recipe": Named(PRINTED_LOG=[Named(validation_accuracy=0.96)]),
    },
    "the other flaws alone: below the mended, each seed": {
        "others": [0.5, 0.73],
        "mended": [0.7, 0.8],
    },
    "the ReLU silences one seed of three": {"silent": [0.0, 0.1, 0.0]},
    "your mixture is bertlab's, to 1e-6": {"gap": 2e-6},
    "the interval of the category holds 0": {"change": Named(low=0.1, high=0.9)},
    "no kind moves a point": {"moved": [0.0, 0.02]},
    "of 13 changes to the recipe, none is clearly better: no 95% interval lies above 0": {
        "found": range(13),
        "better": ["mean"],
    },
    "with the ReLU alone, two of three seeds learn": {"learned": [True, False, False]},
    "a standard error of a point": {"error": 1.3},
    "the interval of multi-sample dropout begins at 0": {
        "begins": 0.1,
    },
    "three points between two seeds": {"seeds": [0.0, 1.0, 0.5]},
    "798 updates in all": {"methods": {"fine_tuned": [{"history": [{"step": 57}]}]}},
    "near 0: 62%, clear: 94%": {"low": 0.66, "high": 0.94},
    "a third of the errors below 1": {"part": 0.2},
    "39 updates of the head do nothing": {"size": 384.0, "start": 0.024},
    "600 updates: as at first": {"size": 10.0, "start": 0.024},
    "the interval holds 0 and reaches 3 points": {"lead": Named(low=-1.9, high=2.0)},
    "a person leads by 4 to 9 points, but near 0": {"leads": [1.0, 8.0, 8.0, 5.0]},
    "from 1 on, the person's lead is above 0": {"ends": [(1, 2), (1, 2), (-1, 1), (1, 2)]},
    "mended: 6.6 points between two seeds": {"mended": [0.7, 0.72]},
    "up to a fifth of the guesses": {"changed": torch.tensor([0.0, 0.3])},
    "the interval of the head's lead contains 0": {"of_head": Named(low=0.1, high=6.0)},
    "luck of seeds: 0.3": {"luck": 0.5},
    "of three words changed, smiled alone lifts it": {"lifted": [True, True, False]},
    "with room for 13 looks: one": {"sure": ["3 layers frozen", "layer-wise rates"]},
    "the loss rises by a tenth or more": {"losses": np.array([[0.4, 0.38, 0.4]])},
    "the accuracy falls by 1.2 points at most": {"scores": np.array([[0.8, 0.85, 0.82]])},
    "the second epoch is the best, twice by one text": {"by": np.array([1.0, 2.0, 12.0])},
    "1 or more away from 0: about 89%": {"clear": 0.87},
    "the joined head has two logits for each text": {"logits": torch.zeros(5, 4)},
    "word list: 63% of the test texts": {"methods": {"baselines": {"lexicon": 0.62}}},
    "two are clearly worse": {"worse": ["3 layers frozen"]},
    "the others are within a point": {"others": [0.5, -1.1]},
    "their intervals reach nearly two points": {"reach": [1.2, 2.1]},
    "about 19 of 100 heads": {"most": 0.3},
    "`tuned` and the word list disagree on two of the twelve": {"differ": ["We lau"]},
    "six of twelve each": {"easy": 4, "hard": 2, "listed": [True] * 5},
    "the interval of the lead is above 0": {"change": Named(low=-0.1)},
    "the interval of the ensemble's gain holds 0": {"change": Named(low=0.1, high=0.9)},
    "the interval of LoRA's gain holds 0": {"of_lora": Named(low=0.1, high=0.9)},
    "low rank: within a point": {
        "low_rank": torch.tensor([0.84]),
        "alone": torch.tensor([0.86]),
    },
    "a fortieth of the weights": {"trained": 0.03},
    "right on 87% of the test texts": {"low_rank": torch.tensor([0.85])},
    "10 points above word counts, each seed": {"accuracies": [0.92, 0.85], "counted_words": 0.78},
    "editorial for movie is the most frequent": {"wrong": np.array([[0, 0.3], [0.1, 0]])},
    "nine of ten": {"accuracies": [0.85, 0.86]},
    "counts of characters beat our small Chinese BERT, with each of 3 seeds": {
        "scores": {"fine-tuned BERT": [0.81, 0.84]},
        "counted": 0.83,
    },
    "by about 2 points": {"gap": 2.6},
    "the tail loses, each seed": {"worst": [0.7, 0.74], "other": [0.73, 0.74]},
    "512 costs 15 times as much": {"tokens": {"all to 512": 5120, "your buckets": 400}},
    "buckets add less than a quarter": {
        "tokens": {"your buckets": 130, "no padding": 100, "longest of the batch": 200}
    },
    "fp16 loses the smallest": {"off": {"fp16": [0.0, 0.0, 0.5]}},
    "bf16 and a scaled loss keep it": {
        "off": {"bf16": [0.0, 0.0, 0.001], "fp16, scaled": [0.0, 0.0, 0.02]}
    },
    "the same gradient": {"gradients": {False: torch.ones(2), True: torch.tensor([1.0, 1.001])}},
    "a tenth of the memory": {"runs": {False: (None, 100), True: (None, 12)}},
}
