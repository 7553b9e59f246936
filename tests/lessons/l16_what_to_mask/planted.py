"""Inputs under which the claims and checks of lesson 16 must fail."""

from types import SimpleNamespace

import torch

from lessons.l16_what_to_mask.figures import Row


def lead(low, high):
    return Row((low + high) / 2, low, high)


PLANTED = {
    "the chicken stays, and p is low": {
        "farm": [SimpleNamespace(written="鸡", proposed="机", error=0.06)]
    },
    "xi is as suspicious as dao": {"p_of": {"席": 0.05, "倒": 0.5}},
    "with the half: sure; without: lost": {"both_ways": torch.tensor([[0.95, 0.05], [0.6, 0.4]])},
    "of 200 words: over 25% of first halves guessed from the second; under 8% if both are hidden": {
        "with_half": torch.tensor([True, False, False]),
        "without": torch.tensor([True, False, False]),
    },
    "all hide as many, within half a percent": {"totals": [1000, 1010, 1000]},
    "names first hides four times as much of names": {"shares": [0.08, 0.07, 0.2]},
    "3.8 as the paper prints it, and not 4.5": {"means": [4.46, 4.46]},
    "the tokens beside": {
        "edges": SimpleNamespace(left=torch.tensor([3, 3, 3, 9]), offset=torch.tensor([0, 1, 2, 0]))
    },
    "rise is a neighbor of fall": {"similar": {"下降": ["减少"]}},
    "equal numbers of hidden characters, within 1%": {"hidden": [100_000, 103_000]},
    "cloze: plain masks win at single characters, whole words at whole words, bars doubled": {
        "single": lead(-0.05, -0.03),
        "whole": lead(0.005, 0.025),
    },
    "first riddle: whole words lose over 8 points if half is hidden, gain under 3 if both are": {
        "half_lead": lead(-0.1, -0.05),
        "both_lead": lead(0.0, 0.02),
    },
    "names: no masker is clearly ahead of plain masks; both bars of SpanBERT lie below 0": {
        "highs": [-0.01, 0.001],
        "rows": {"plain": lead(0, 0), "whole words": lead(-0.01, 0.03)},
        "ARMS": ("plain", "whole words"),
        "BASE": "plain",
    },
    "for whole words the seeds decide, for SpanBERT not": {
        "ends": {
            ("whole words", "lines alone"): (2.0, 11.0),
            ("whole words", "lines and seeds"): (0.5, 13.0),
            ("SpanBERT", "lines and seeds"): (7.0, 28.0),
        }
    },
    "marking the rarest finds over 50% of equally likely errors, under 25% of those by frequency": {
        "spelling": {"rarest": {"alike": 0.6, "by frequency": 0.4}}
    },
    "hiding is ahead of counting": {
        "spelling_lead": lambda *given, **asked: lead(0.05, 0.2),
    },
    "p = 0 reads the sentence": {"plain_apart": torch.tensor(0.2)},
    "p = 1 reads a row of [MASK]": {"masked_apart": torch.tensor(0.2)},
    "spelling: hiding mends more errors than the others, with no more false alarms": {
        "lows": [0.1, 0.02],
        "alarms": [0.07, 0.08, 0.06],
    },
    "spelling: no gain from the soft mask is seen; a bar twice as wide ends below 4 points": {
        "soft": lead(-0.01, 0.04)
    },
    "the detector is hardly suspicious: mean p below 20% at wrong characters": {
        "p_wrong": [0.1, 0.9]
    },
    "and more suspicious of wrong ones": {"p_wrong": [0.05], "p_right": [0.06]},
    "the oracle's mask helps": {"by_mask": {"its own p": 160, "no mask": 160, "oracle": 165}},
    "it saves right characters": {"spoiled": {"oracle": 100, "oracle, no residual": 300}},
    "the residual copies": {"by_mask": {"oracle": 220, "oracle, no residual": 250}},
    "its own mask does nothing": {"by_mask": {"its own p": 200, "no mask": 160, "oracle": 300}},
    "the wrong dao is mended": {"mended": "各国领倒人出席了会议。"},
    "hiding mends both": {"by_itself": ["各国领导人出席了会议。", "飞机在鸡场降落。"]},
    "a Chinese line is one word to it: all or nothing": {"numbers": {0, 2, 4}},
}
