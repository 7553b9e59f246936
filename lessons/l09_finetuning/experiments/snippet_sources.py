"""Many classes: which of four collections is a snippet from?

As many texts of each collection to learn from, to choose on, and to be scored on. Word counts
beside a fine-tuned ``minilm``, both with nothing chosen on the test texts, which are scored once.
Budget: about 10 minutes of one core.
"""

from lessons.l09_finetuning.experiments.sentiment import learn

from typing import Any

import torch
from sklearn.metrics import f1_score
from torch import Tensor

from bertlab.datasets import amazon, movie_reviews, nyt, tweets
from bertlab.finetuning.classifier import logits_of
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.finetuning.sentiment import best_regression, sample, word_weights
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import WordPieceTokenizer
from workbook.kept_logits import accuracy, halved, keep_logits
from workbook.records import RUNS, one_thread

KEPT = RUNS / "snippet_sources.safetensors"
SOURCES = {"movie": movie_reviews, "product": amazon, "editorial": nyt, "tweet": tweets}

CONFIGURATION: dict[str, Any] = {
    "texts": 400,  # of each source, to learn from
    "held_out": 300,  # of each source, in validation and in test
    "seeds": [0, 1, 2],
    "max_length": 64,
    "training": {"epochs": 2, "batch_size": 32, "learning_rate": 1e-4, "warmup": 0.1},
    "keep": True,
}
SLICE: dict[str, Any] = {
    "texts": 8,
    "held_out": 4,
    "seeds": [0],
    "training": {"epochs": 1, "batch_size": 16, "learning_rate": 1e-4, "warmup": 0.1},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Score both methods, on one thread.

    Returns:
        ``sources``: the classes in their order. ``word counts``: ``test`` accuracy and ``f1`` of
        each class. ``fine_tuned``: the same for each seed, and its ``history`` on validation. If
        ``keep``, the logits are stored in ``KEPT``.
    """
    with one_thread():
        parts = [snippets(configuration, part) for part in ("train", "validation", "test")]
        labels = parts[2][1]
        logits = {"word counts": [word_logits(parts)], "fine-tuned": list[Tensor]()}
        curves = []
        for seed in configuration["seeds"]:
            model = classifier(seed)
            data = [encoded(*part, configuration["max_length"]) for part in parts]
            config = data[0].config(**configuration["training"], seed=seed)
            curves.append(learn(model, data[0], data[1], config))
            logits["fine-tuned"].append(halved(logits_of(model, data[2])))
    if configuration["keep"]:
        keep_logits(KEPT, logits)
    return {
        "sources": list(SOURCES),
        "word counts": scores(logits["word counts"][0], labels),
        "fine_tuned": [
            {**scores(one, labels), "history": curve}
            for one, curve in zip(logits["fine-tuned"], curves, strict=True)
        ],
    }


def snippets(configuration: dict[str, Any], part: str) -> tuple[list[str], list[int]]:
    """Return texts of a part, and of which source each is: as many of each."""
    number = configuration["texts" if part == "train" else "held_out"]
    texts: list[str] = []
    labels: list[int] = []
    for label, source in enumerate(SOURCES.values()):
        texts += [r.text for r in sample(getattr(source(), part), number)]
        labels += [label] * number
    return texts, labels


def encoded(texts: list[str], labels: list[int], max_length: int) -> LabelledTexts:
    """Return the texts as ``minilm`` takes them."""
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    return LabelledTexts(texts, labels, tokenizer, len(SOURCES), max_length=max_length)


def classifier(seed: int) -> BertForSequenceClassification:
    """Return ``minilm`` with a head of fresh weights, one class for each source."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return BertForSequenceClassification.from_pretrained(
            "minilm", new_heads=True, labels=tuple(SOURCES)
        )


def word_logits(parts: list[tuple[list[str], list[int]]]) -> Tensor:
    """Return the log-probabilities that a regression on word counts gives on test."""
    (train, labels), (validation, validation_labels), (test, _) = parts
    features = word_weights(train, [validation, test])
    fit = best_regression(features[0], labels, features[1], validation_labels)
    return halved(torch.from_numpy(fit.predict_log_proba(features[2])).float())


def scores(logits: Tensor, labels: list[int]) -> dict[str, Any]:
    """Return the accuracy, and the F1 of each class."""
    classes = range(len(SOURCES))
    found = f1_score(labels, logits.argmax(dim=1), labels=classes, average=None, zero_division=0)
    f1 = dict(zip(SOURCES, (round(float(value), 4) for value in found), strict=True))
    return {"test": round(accuracy(logits, labels), 4), "f1": f1}
