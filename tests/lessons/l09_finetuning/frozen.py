"""Regressions on frozen vectors, fitted once: ``python -m tests.lessons.l09_finetuning.frozen``.

To fit them, all 8,492 training texts go through the encoder, for a minute or two. What is kept is
small, and a test scores it on validation and test texts, which go through the encoder each time.
"""

from pathlib import Path

import torch
from safetensors.torch import load_file, save_file
from sklearn.linear_model import LogisticRegression

from bertlab.finetuning.sentiment import sample
from bertlab.text.wordpiece import WordPieceTokenizer
from lessons.l09_finetuning.baselines import STRENGTHS
from lessons.l09_finetuning.experiments import sentiment

KEPT = Path(__file__).with_name("frozen.safetensors")


def vectors_and_labels(number):
    """Return the frozen vectors of a part (0: training, 1: validation, 2: test), and its labels."""
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    length = sentiment.CONFIGURATION["max_length"]
    part = sample(sentiment.all_parts()[number], None)
    data = sentiment.as_data(part, tokenizer, length)
    return sentiment.frozen_vectors([one.text for one in part], length), data.labels


def fitted():
    """Return the weights (strengths, D) and the biases (strengths,) of all regressions."""
    vectors, labels = vectors_and_labels(0)
    fits = [LogisticRegression(C=c, max_iter=2000).fit(vectors, labels) for c in STRENGTHS]
    weights = torch.stack([torch.from_numpy(fit.coef_[0]) for fit in fits])
    return {"weights": weights, "biases": torch.tensor([fit.intercept_[0] for fit in fits])}


def accuracies(number, kept):
    """Return the accuracy of each kept regression on a part."""
    vectors, labels = vectors_and_labels(number)
    scores = torch.from_numpy(vectors).double() @ kept["weights"].double().T
    right = (scores + kept["biases"].double() > 0) == torch.tensor(labels)[:, None].bool()
    return right.double().mean(dim=0).tolist()


def kept():
    """Return what was fitted and stored."""
    return load_file(KEPT)


if __name__ == "__main__":
    save_file(fitted(), KEPT)
