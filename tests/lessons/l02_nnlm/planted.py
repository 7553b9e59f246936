"""Inputs under which the claims of lesson 02 must fail."""

from types import SimpleNamespace

import numpy as np
import torch

PLANTED = {
    "loop, product and look-up give the same rows to 1e-6": {"gap": torch.tensor(2e-6)},
    "the loops and bertlab's network give the same scores to 1e-6": {"gap": torch.tensor(2e-6)},
    "bertlab cuts the windows as you do": {"same": False},
    "C gets gradient in the rows of the words in the windows, and nowhere else": {
        "only_those": False,
    },
    "U gets gradient in every row: softmax compares all words": {
        "rows_u": torch.tensor([True, True, False]),
    },
    "true for plain SGD": {"rows": {"SGD": 1}},
    "false for momentum and Adam: rows of the batch before still move": {"inherited": 0},
    "false for weight decay: it moves nearly every row": {"rows": {"AdamW, decay 0.1": 400}},
    "three passes bring the perplexity from 8,000 below 400": {
        "live": SimpleNamespace(epochs_=[SimpleNamespace(validation=400.0)]),
    },
    "with each of 3 seeds the mixture beats both models on the test text": {
        "wins": [True, True, False],
    },
    "your mixture is bertlab's to 1e-6": {"gap": np.float64(2e-6)},
    "where the trigram was seen, counting is better": {"count": [30.0], "net": [29.0]},
    "where not even the bigram was, the network is": {
        "count": [0, 0, 900.0],
        "net": [0, 0, 901.0],
    },
    "a second network helps less than the trigram model": {"one_of_each": 105.0, "two": 104.0},
    "multiplications grow linearly in V: 64 more for each word": {
        "slopes": np.array([64.0, 64.0, 65.0]),
    },
    "loop and bertlab's network carry the same state to 1e-6": {
        "after": torch.tensor([[0.5, 0.1]]),
        "state": torch.tensor([[0.5, 0.1 + 2e-6]]),
    },
    "16 true words do within 1% of 64, with each of 3 seeds": {
        "sixteen": np.array([100.0, 100.0, 101.1]),
        "most": np.array([100.0, 100.0, 100.0]),
    },
    "direct connections: lower in training, not on new text, 3 seeds": {
        "gain": np.array([[-5.0, 1.0], [-5.0, 1.0], [-5.0, -0.1]]),
    },
}
