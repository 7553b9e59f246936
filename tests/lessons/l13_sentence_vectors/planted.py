"""Inputs under which the claims and checks of lesson 13 must fail."""

from types import SimpleNamespace

import torch

from lessons.l13_sentence_vectors.measure import Shape

PLANTED = {
    "the mean cosine is that of bertlab": {
        "mean_pair_cosine": lambda vectors: 0.48,
        "mean_cosine": lambda vectors: 0.47,
        "sample": torch.ones(2, 2),
    },
    "in the middle layers, two sentences drawn at random have a mean cosine above 0.6": {
        "words": [0.4, 0.7, 0.7, 0.6, 0.7, 0.7, 0.5]
    },
    "in this encoder [CLS] finds more neighbors than the mean, and the maximum finds fewer": {
        "ahead": -0.01,
        "behind": -0.02,
    },
    "yours and bertlab's agree": {
        "ours": torch.ones(5, 4).double(),
        "unit": torch.eye(9),
        "torch": torch,
        "normalize": torch.nn.functional.normalize,
        "after": torch.ones(9, 2),
    },
    "whitening to 380 dimensions harms if fitted on 600 sentences, and helps on 6,000": {
        "few": 0.10,
        "plain": 0.09,
        "many": 0.12,
    },
    "averaged BERT puts the right one first, just ahead": {"same": 0.8, "rest": [0.6, 0.5]},
    "two tokens are less alike than two sentences": {
        "alike": 0.4,
        "mean_cosine": lambda vectors: 0.47,
        "sample": torch.ones(2, 2),
    },
    "three updates spread the sentences": {"spread": [0.4, 0.39, 0.39, 0.38]},
    "mean and variances are both uneven": {"shape": Shape(0.1, 0.2, 0.03)},
    "no single number makes the mean": {"shape": Shape(0.5, 0.2, 0.6)},
    "almost no cosine is near 0": {"near_0": 0.01},
    "256 dimensions find more neighbors than 64 or the mean; on people no cut is above the mean": {
        "low": 0.01,
        "people": 0.5,
        "plain": {"lee": 0.46},
    },
    "training spreads the sentences": {"spreads": {"before": 0.5, "SimCSE": 0.4}},
    "whitened vectors are even and differ": {"furthest": 0.1, "scores": [0.1, 0.2]},
    "the unrelated ones went down": {
        "far": 0.6,
        "unrelated": {"BERT,\naveraged": 0.63},
    },
    "whitening puts another guitar first": {"same": 0.7, "rest": [0.6]},
    "no single Gaussian": {"below": 0.1},
    "the flow is between the two": {"low": 0.01, "high": 0.02},
    "the loss is that of bertlab": {
        "loss": torch.tensor(0.5),
        "first": torch.eye(2),
        "second": torch.eye(2),
        "in_batch_loss": lambda first, second, temperature: torch.tensor(0.4),
    },
    "30 updates find more neighbors, over three seeds, and dropout has no visible part in it": {
        "gain": 0.01,
        "low": 0.001,
        "high": 0.002,
    },
    "the batch is told apart from the start": {"early": 0.2, "torch": torch},
    "on paraphrases dropout is a little ahead": {"low": -0.001},
    "nothing else that starts from the mean raises all three": {"worst": [-0.01, 0.002]},
    "all encoders find the headache": {"tops": {"A nap.", "I have this wicked headache."}},
    "weak axes are blown up": {
        "measure": SimpleNamespace(weakest_variance=lambda fitted, new: 1.1),
        "sample": torch.ones(2, 2),
    },
    "pairs are ahead of [CLS] on neighbors and paraphrases": {"low": -0.01},
    "fitted on few: even, and below the mean": {
        "points": {"few": (0.0, 0.1)},
        "pictures": SimpleNamespace(FEW="few"),
        "plain": {"editorials": 0.09},
    },
    "[CLS] puts another guitar first": {"found": {"BERT,\n[CLS]": [0.97, 0.96, 0.95]}},
    "the contrastive training raises all three scores": {"gains": [0.02, -0.01, 0.03]},
    "whitening finds fewer neighbors in the encoder that was tuned on pairs": {"high": 0.001},
    "without labels, k-means on averaged BERT vectors sorts four sources better than on TF-IDF": {
        "found": {"TF-IDF": [0.3, 0.4], "minilm-words, mean": [0.45, 0.6]}
    },
    "scikit-learn whitens as we do": {"agree": False},
    "on people [CLS] is ahead of the mean, and 256 dimensions are behind": {
        "found": {"[CLS]": (0.1, -0.01, 0.2), "whitened to 256": (-0.1, -0.2, -0.05)}
    },
}
