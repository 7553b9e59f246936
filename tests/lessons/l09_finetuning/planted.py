"""Inputs under which the claims of lesson 09 must fail."""

import numpy as np
import torch

PLANTED = {
    "the lexicon beats the majority, and misses a third": {"most": 0.5, "right": 0.75},
    "the head by loop is bertlab's, to 1e-5": {
        "logits": torch.ones(2, 2),
        "by_loop": torch.ones(2, 2) + 1e-4,
    },
    "gradient of a logit = share - truth": {
        "logits": type("Logits", (), {"grad": torch.tensor([0.5, 0.5])}),
        "shares": torch.tensor([0.5, 0.5]),
        "truth": torch.tensor([1.0, 0.0]),
    },
    "every tensor of the model gets a gradient, down to the embeddings": {
        "still": ["bert.embeddings.word.weight"]
    },
    "the loss of training falls": {"history": [{"loss": 0.6}, {"loss": 0.7}]},
    "validation: the loss is lower than that of a coin, log 2": {
        "history": [{"validation_loss": 0.7}]
    },
    "and lower than before": {"history": [{"validation_loss": 0.7}], "before": {"loss": 0.69}},
    "fine-tuning beats each other method, with each of 3 seeds": {
        "recipe": np.array([86.0, 77.0]),
        "base": {"word counts": 77.5},
    },
    "and word counts by 3 points or more": {
        "recipe": np.array([86.0, 79.0]),
        "base": {"word counts": 77.0},
    },
    "frozen vectors are no better than word counts, within 2 points": {
        "base": {"frozen vectors": 80.0, "word counts": 77.0}
    },
    "padding changes no logit, to 1e-4": {
        "short": torch.zeros(2),
        "long": torch.tensor([0.0, 2e-4]),
    },
    "512 costs 15 times as many tokens as buckets, or more": {
        "tokens": {"all to 512": 5120, "your buckets": 400}
    },
    "your buckets add less than a quarter of padding, shuffling much more": {
        "tokens": {"your buckets": 130, "no padding": 100, "longest of the batch": 200}
    },
    "the printed 0.795 was near guessing, within 0.05 nats": {
        "first": 1.5,
        "guessing": 1.61,
    },
    "rate or batch size alone: behind with each of 3 seeds": {
        "others": [0.5, 0.73],
        "scores": {"mended": [0.7, 0.8]},
    },
    "the ReLU silences one seed of three": {"silent": [0.0, 0.1, 0.0]},
    "fp16 loses the smallest": {"off": {"fp16": [0.0, 0.0, 0.5]}},
    "bf16 and a scaled loss keep it, to 1%": {
        "off": {"bf16": [0.0, 0.0, 0.001], "fp16, scaled": [0.0, 0.0, 0.02]}
    },
    "the gradient is the same, to 1e-4": {
        "gradients": {False: torch.ones(2), True: torch.tensor([1.0, 1.001])}
    },
    "a tenth of the memory, or less": {"runs": {False: (None, 100), True: (None, 12)}},
    "the means differ by less than one deviation": {
        "accuracies": [np.array([83.0, 84.0, 85.0])],
        "off": 1.1,
    },
    "your mixture is bertlab's, to 1e-6": {"gap": 2e-6},
    "one rate a layer, the lower the slower": {"rates": [{0.5}, {0.4, 0.6}]},
    "fine-tuning leads word counts by 10 points, with each of 3 seeds": {
        "right": [0.92, 0.85],
        "counted": 0.78,
    },
    "most confused: movie and editorial": {"pair": ["movie", "tweet"]},
    "no change brings a point on average": {"gains": {"mean": 1.2, "features beside": -0.4}},
    "freezing costs more than any knob brings": {"gains": {"3 layers frozen": -0.5, "mean": 0.8}},
    "the vote's gain may be chance: its interval holds 0": {"low": 0.1, "high": 0.9},
    "character counts lead BERT, with each of 3 seeds": {
        "scores": {"fine-tuned": [0.81, 0.84]},
        "counted": 0.83,
    },
    "the tail is behind the head, with each of 3 seeds": {
        "ends": {"tail": [0.7, 0.74], "head": [0.73, 0.74]}
    },
    "thin updates: within a point of all weights": {"thin_one": 0.84, "alone": np.array([0.86])},
}
