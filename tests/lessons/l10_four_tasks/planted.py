"""Inputs under which the claims and checks of lesson 10 must fail."""

from types import SimpleNamespace

import numpy as np
import torch

PLANTED = {
    "the thing is found as a span": {"answers": SimpleNamespace(span="dagger")},
    "it fits the ending": {"answers": SimpleNamespace(ending="Anna was no longer hungry.")},
    "she does not have the dagger": {"answers": SimpleNamespace(label="neutral (50%)")},
    "loop and product agree to 1e-6": {
        "tags": torch.zeros(2, 2),
        "by_loop": torch.full((2, 2), 3e-6),
    },
    "a head for seven tags adds fewer than 1 parameter in 5,000": {
        "new": 3000,
        "encoder": 14_000_000,
    },
    "three premises to a hypothesis, one for each label": {"labels": {(0, 1, 2), (0, 1, 1)}},
    "both texts: 10 points above each control, with 3 of 3 seeds": {
        "known": [0.9, 0.8, 0.8],
        "new": [0.9, 0.72, 0.8],
        "best": 0.66,
    },
    "by hand: 2 * 2 / (4 + 3)": {"entity_f1": lambda right, said: 2 / 3, "right": 0, "said": 0},
    "your F1 is bertlab's, on 40 random sentences": {"difference": 0.01},
    "a table of characters gets 9 of 10 tags right, and less than 1/3 of F1": {
        "same": 0.95,
        "base": 0.4,
    },
    "400 lines, two epochs: a higher F1": {
        "entity_f1": lambda expected, predicted: 0.1,
        "expected": 0,
        "predicted": 0,
        "base": 0.2,
    },
    "fine-tuning finds more names than each frozen reader, with 3 of 3 seeds": {
        "tuned": np.array([0.8, 0.7, 0.8]),
        "least": [0.2, 0.2],
        "last": [0.5, 0.5],
        "four": [0.6, 0.6],
        "mix": [0.3, 0.3],
        "above": [0.69, 0.72],
    },
    "four layers tell more than the last, 3 of 3": {
        "four": np.array([0.6, 0.55]),
        "last": np.array([0.5, 0.56]),
    },
    "the embeddings alone come last, 3 of 3": {
        "least": np.array([0.3, 0.52]),
        "last": np.array([0.5, 0.56]),
    },
    "an LSTM on top gains more than three more layers, 3 of 3": {"steps": [0.06, 0.08]},
    "an LSTM closes about three quarters of the gap": {"closed": 0.9},
    "the softmax claims more than is right": {"sure": 0.85, "kind": 0.83},
    "each failure is one word, shop": {"wrong": ["shop", "milk"], "failed": ["a", "b"]},
    "your spans are bertlab's, in 50 draws": {
        "yours": [(4, 5), (6, 6)],
        "ours": torch.tensor([[4, 5], [6, 7]]),
    },
    "by hand: in Rome Italy, Rome: 2 * 1 / (3 + 1)": {"squad_f1": lambda predicted, answers: 0.4},
    "your F1 is bertlab's": {
        "f1": 1.0,
        "text": "in Rome",
        "answer_f1": lambda answer, predicted: 0.5,
    },
    "a fine-tuned reader has over twice the F1 of the best guesser, 3 of 3": {
        "lowest": 0.65,
        "best": 0.33,
    },
    "whoever may refuse gains a fifth, 3 of 3": {"gained": [0.3, 0.19, 0.28]},
    "as bertlab's model, to 1e-5": {
        "logits": torch.tensor([[0.1, 0.2]]),
        "theirs": torch.tensor([[0.1, 0.21]]),
    },
    "cosines know most of the first set": {"cosine": 0.6},
    "one thing: training adds less than 10 points": {"one": [0.05, 0.12]},
    "three things: training adds over 50 points to the cosine, 3 of 3": {"three": [0.55, 0.45]},
    "in validation the rule is always right": {"rule": {"validation": {"pair": 0.9, "tags": 1.0}}},
    "in the test three heads are above it": {"ahead": {"pair": 0.1, "tags": 0.2, "span": 0.01}},
    "the other two are about level": {"ahead": {"sentence": 0.0, "choice": 0.2}},
    "sizes differ by less than 3%": {
        "figures": SimpleNamespace(spread_of_sizes=lambda kinds: 0.04),
        "kinds": {},
    },
    "test: each head is right in two thirds or more": {
        "record": {"test": {"pair": 0.9, "span": 0.6}},
    },
    "saved and loaded by transformers, the tagger finds the same names": {
        "theirs": [(0, 3, "PER")],
        "ours": [(0, 2, "PER")],
    },
    "span logits are the same there, to 1e-5": {
        "gaps": [torch.zeros(2, 3), torch.tensor([[0.0, 2e-5]])]
    },
    "hypothesis and overlap: a third": {"thirds": [1 / 3, 0.35]},
    "the premise alone: almost two thirds": {"best": 0.75},
    "word order: all four runs collapse to one label": {"given": [(1, 1 / 3), (2, 1 / 3)]},
    "the leak shrinks with the chain": {"shrinks": [0.6, 0.7, 0.5]},
    "your labels are bertlab's": {
        "theirs": [-100, 1, 1, -100],
        "encoded": SimpleNamespace(labels=[-100, 1, -100, -100]),
    },
    "the record has the same F1": {
        "reached": [0.8, 0.9],
        "models": [{}, {}, {"test": {"f1": 0.95}}],
    },
    "at 0, four times as many answers are refused": {"refused": [0.1, 0.05]},
    "without an answer, nearly all are refused": {
        "kinds": [[], [1.0, 20.0]],
        "chosen": 12.0,
    },
    "endings alone and words in common: a third": {"controls": [1 / 3, 0.36]},
    "the right thing is never in the middle": {"middle": 0.1},
    "a reader of places alone stays below 60%": {"best": 0.7},
    "by predictions BERT is ahead of each one-way reader, 3 of 3": {"ahead": False},
    "and behind the joined": {"early": np.array([44.0, 50.0]), "bert": np.array([45.0, 42.0])},
    "one wording has all of its tags right, another hardly ever": {"tagged": {"a": 1.0, "b": 0.5}},
    "the hypothesis alone: over 60% with the habit, a third on fair pairs, 3 of 3": {
        "found": {"with the habit": [0.66, 0.66, 0.66], "fair": [0.33, 0.4]}
    },
    "after equally few updates, BERT is below GPT, 3 of 3": {
        "bert": np.array([44.0, 47.0]),
        "gpt": np.array([46.5, 46.0]),
    },
    "the joined are first": {
        "joined": np.array([50.0, 44.0]),
        "forward": [40.0, 45.0],
        "backward": [38.0, 39.0],
        "bert": [45.0, 39.0],
        "gpt": [43.0, 42.0],
    },
}
