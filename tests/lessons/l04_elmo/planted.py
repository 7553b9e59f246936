"""Inputs under which the claims and checks of lesson 04 must fail."""

from types import SimpleNamespace as Named

import numpy as np
import torch

from lessons.l04_elmo import marked

CONTROLS = "with random weights, too, the nearest may has the same sense in over 9 of 10 cases"
SMALL = "with 500 or 2,000 labels, the mix is not shown to beat any single layer, nor the reverse"
ORDER = "on average the mix lies below the top layer at 500, below the first at 500 and 2,000"
FAR = "a bracket still open: the trained reader knows it in over 90%, each control in under 70%"
RIGHT = "asked for “correct”: all five different uses are so marked; in each control at most half"


def _words(*words):
    """Words that stand beside each search's hits, for ``beside``."""
    return {"beside": lambda number, step: list(words)}


def _reach(name, values):
    zeros = torch.zeros(3, 3)
    maps = {f"layer {layer}, {half}": zeros for layer in (1, 2) for half in ("forward", "backward")}
    return {"maps": {**maps, name: values}}


OFF = torch.full((3, 8), 3e-5)
ZEROS = torch.zeros(3, 8)

PLANTED = {
    "word2vec's vector for may is closer to can, must and might than to any month": {
        "verbs": {"can": 0.7, "must": 0.3},
        "months": {"june": 0.1},
    },
    "months are no nearer than unrelated words": {"months": {"june": 0.1}, "others": {"table": 0}},
    "450 uses, 49 of them months": {"places": [0] * 450, "month": torch.ones(48)},
    "verbs find verbs": {"found": {"the first may": [False, True, False]}},
    "months find months": {"found": {"the second may": [True, True, False]}},
    "layer 0 has one vector, layer 2 has two": {"equal": 1.0, "unequal": 0.95},
    "the backward reader knows the verb": {"guessed": {"backward reader": ["to", "can"]}},
    "the forward one does not": {
        "guessed": {"forward reader": ["was", "can"]},
        "senses": Named(VERBS=["can"]),
    },
    "if layer 2 reads both directions, it predicts dice: perplexity under 2, in 3 seeds": {
        "leaking": torch.tensor([1.1, 1.2, 2.5]),
    },
    "kept apart, 20 is the limit": {"honest": torch.tensor([20.0, 20.1, 17.0])},
    "the loop is torch's LSTM, to 1e-5": {"by_loop": OFF, "by_torch": ZEROS},
    "the forward halves stay": {"ahead": 0.1},
    "the backward halves depend on the company": {"behind": 1e-6},
    "your class gives the vectors of part 1, to 1e-5": {"alone": OFF, "layers": ZEROS},
    "a small one learns, live": {"small": [9.0, 9.0]},
    "each of the two readers beats the best n-gram model on held-out text": {
        "forward": Named(perplexity=120.0),
        "backward": Named(perplexity=141.0),
        "best": 140.0,
    },
    "ten minutes": {"minutes": 12.0},
    "no better than the recurrent model": {"forward": Named(perplexity=120.0), "older": 124.7},
    "131 against 127": {"forward": Named(perplexity=127.0), "backward": Named(perplexity=131.6)},
    CONTROLS: {"found": {"random weights": [0.95, 0.89]}},
    FAR: {"trained": 0.98, "controlled": [0.6, 0.7, 0.55]},
    "97.5%, as the question says": {"found": {"trained": [0.96]}},
    "96 of 100 with random LSTMs": {"mixed_mean": 0.94},
    "96 of 100; 63 by the words so far, 59 by the bias; 94": {"percents": [96, 71, 59, 94]},
    "46 and 100": {"the_places": [0] * 146, "still_open": torch.ones(45)},
    "shuffled, it is chance": {"shuffled": 0.97},
    "trained: no verb and nearly all months lie above 0": {"above": {"trained": [(44, 1)]}},
    "trained words alone: in one seed all months lie with the verbs": {"few": 13},
    "random weights: over 40 of the 100 verbs lie above 0": {"wrong": [60, 40]},
    "the neighbors put 0 in place": {"months": 45, "verbs": 12},
    "in order: 94 to 98": {"ordered": [91.0, 98.0]},
    "your readers learn, and neither copies": {"ends": [[8.3, 1.0], [8.3, 1.0]]},
    "the friend's backward reader copies": {"ends": [[8.3, 8.1], [8.3, 8.1]]},
    "69% by ELMo's words alone": {"limited": 0.75},
    "75% by the word list": {"counts": np.array([[0.6], [0.7]])},
    "the mean of part 7 is a mix": {"mixed": OFF, "searched": ZEROS},
    "the weights in the alt text": {"expected": torch.tensor([0.1, 0.1, 0.8])},
    SMALL: {"small": [(-1.0, 0.5, 2.0), (0.1, 1.0, 2.0)]},
    "with 6,000 the mix is ahead on average": {"ends": {"top layer": 61.0, "scalar mix": 60.0}},
    "one interval lies above 0": {"above": []},
    "half an interval: up to 2 points": {"wide": 3.1},
    ORDER: {"behind": [(500, "top layer")]},
    "one word in five": {"unknown": 0.125},
    "52%": {"scores": Named(majority=0.5)},
    "61%": {"scores": Named(accuracies={"scalar mix": np.array([[0.5], [0.6]])})},
    "no word to the right reaches ELMo's forward states: a gradient of 0, in both layers": (
        _reach("layer 2, forward", torch.ones(3, 3))
    ),
    "nor one to the left the backward states": _reach("layer 1, backward", torch.ones(3, 3)),
    "BERT's states see all": {"shown": {"BERT,\nlayer 1": torch.ones(3, 3).tril()}},
    "as the question says": {"percent": {"forward": 17, "backward": 20, "both": 29}},
    "the floor, and rarer words": {"floor": 0.06, "rarer": [0, 1, 9]},
    "both sides together fill over a third more gaps than the better reader alone": {
        "ahead": 0.19,
        "behind": 0.2,
        "both": 0.25,
    },
    "his will finds what people want": _words("he", "she", "it"),
    "one second finds seconds": _words("the", "per", "the"),
    RIGHT: {"few": {"trained": [(5, 5)]}, "controlled": [0.4, 0.6]},
    "25 hits of 25": {"correct": {"trained": [25]}, "best": 13},
    "all five ways find the same five uses": {"five": set(range(7))},
    "two questions for a side end with right, too": {
        "last": ["one", "other"],
        "five": {("right", 0)},
        "sides_last": {("right", 0)},
    },
    "few of each": {"rare": {"will": (1, 255), "left": (40, 83)}},
    "27, 14, 9 and 13": {"marks": ["claim"] * 63, "marked": marked},
    "claims: a control finds as many": {
        "claims": {"trained": [21], "random weights": [20]},
        "marked": marked,
    },
    "sides: and here": {"sides": {"trained": [4], "random weights": [3]}, "marked": marked},
    "will leave finds other verbs": _words("of", "and", "."),
    "the right to ... finds the right to ...": _words("to", "arm", "to"),
    "his left leg finds people who leave": _words("leg", "him", "the"),
    "the bank of the river finds a central bank": _words("north", "central"),
    "torch's layer is yours, to 1e-5": {"theirs": OFF, "your_layers": [ZEROS, ZEROS]},
    "layer 2 reads both halves": {"lstm": Named(weight_ih_l1=torch.ones(4, 128))},
    "an exchanged word moves no state to its left": {"moved": [3, 4, 5, 6]},
    "ELMo sees one side in every layer": {"reached": {"ELMo": [4, 5]}},
    "torch's LSTM sees both from layer 2 on": {"reached": {"nn.LSTM": [4, 4]}},
}
