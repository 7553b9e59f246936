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
}
