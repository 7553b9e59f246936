"""Chinese reviews: character counts beside a small BERT of characters; and which end to keep.

``bert-mini-zh`` has read the training reviews before, in pre-training, but never their labels; it
has read no review of the validation and test parts. The rate is the best of three, tried with
2,000 reviews on validation and a seed that is not used here. The test reviews are scored once, at
the end of each run. Truncation is compared on reviews that are longer than the room, on
validation. Budget: a quarter of an hour of one core.
"""

from lessons.l09_finetuning.experiments.sentiment import learn, parts_of

from typing import Any

import numpy as np
import torch
from torch import Tensor

from bertlab.datasets import RatedText, Ratings, book_reviews_zh
from bertlab.finetuning.classifier import fine_tune, logits_of
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.finetuning.sentiment import as_data, best_regression, sample, word_weights
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.config import TrainConfig
from workbook.kept_logits import accuracy, halved, keep_logits
from workbook.records import RUNS, one_thread

KEPT = RUNS / "chinese_sentiment.safetensors"
CHECKPOINT = "bert-mini-zh"

CONFIGURATION: dict[str, Any] = {
    "texts": 6000,  # to learn from
    "held_out": None,  # of validation and of test, all
    "seeds": [0, 1, 2],
    "max_length": 128,
    "training": {"epochs": 2, "batch_size": 32, "learning_rate": 3e-4, "warmup": 0.1},
    "truncation": {
        "kinds": ["head", "tail", "head+tail"],
        "room": 64,
        "texts": 1500,
        "held_out": None,
        "training": {"epochs": 3, "batch_size": 32, "learning_rate": 3e-4, "warmup": 0.1},
    },
    "keep": True,
}
SLICE: dict[str, Any] = {
    "texts": 32,
    "held_out": 16,
    "seeds": [0],
    "training": {"epochs": 1, "batch_size": 16, "learning_rate": 3e-4, "warmup": 0.1},
    "truncation": {
        "kinds": ["head", "head+tail"],
        "room": 64,
        "texts": 16,
        "held_out": 16,
        "training": {"epochs": 1, "batch_size": 8, "learning_rate": 3e-4, "warmup": 0.1},
    },
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Score every method, on one thread.

    Returns:
        ``baselines``: the accuracy of each on test. ``fine_tuned``: for each seed its ``history``
        on validation and its accuracy on ``test``. ``truncation``: how many long ``texts`` there
        were to learn from and to be scored on, and for each of the ``kinds`` the accuracies on
        ``validation``. If ``keep``, the logits are stored in ``KEPT``.
    """
    with one_thread():
        parts = reviews(configuration)
        logits: dict[str, list[Tensor]] = {"characters": [character_logits(parts)]}
        logits["fine-tuned"], curves = fine_tuned(configuration, parts)
        long, kept = truncated(configuration)
    if configuration["keep"]:
        keep_logits(KEPT, {**logits, **kept})
    labels = [r.label for r in parts.test]
    scores = [round(accuracy(one, labels), 4) for one in logits["fine-tuned"]]
    often = round(np.mean([r.label for r in parts.train]))
    return {
        "baselines": {
            "majority": round(labels.count(often) / len(labels), 4),
            "characters": round(accuracy(logits["characters"][0], labels), 4),
        },
        "fine_tuned": [
            {"history": curve, "test": score} for curve, score in zip(curves, scores, strict=True)
        ],
        "truncation": long,
    }


def reviews(configuration: dict[str, Any]) -> Ratings:
    """Return reviews of the three parts at random; a label stands for the valence they lack."""
    found = book_reviews_zh()
    number, held_out = configuration["texts"], configuration["held_out"]
    return Ratings(
        tuple(sample(as_rated(found.train), number)),
        tuple(sample(as_rated(found.validation), held_out)),
        tuple(sample(as_rated(found.test), held_out)),
    )


def as_rated(part: Any) -> list[RatedText]:
    """Return labelled reviews as rated texts: 1 is favorable, -1 is not."""
    return [RatedText(r.text, 2.0 * r.label - 1, r.label) for r in part]


def long_reviews(
    configuration: dict[str, Any],
) -> tuple[list[RatedText], list[RatedText]]:
    """Return reviews that do not fit into the room: some to learn from, some to be scored on."""
    options, found = configuration["truncation"], book_reviews_zh()
    tokenizer = WordPieceTokenizer.from_folder(CHECKPOINT)
    train, validation = (
        [r for r in as_rated(part) if len(tokenizer.encode(r.text).input_ids) > options["room"]]
        for part in (found.train, found.validation)
    )
    return sample(train, options["texts"]), sample(validation, options["held_out"])


def character_logits(parts: Ratings) -> Tensor:
    """Return the log-probabilities that a regression on counts of characters gives on test."""
    texts = [[r.text for r in part] for part in parts_of(parts)]
    labels = [[r.label for r in part] for part in parts_of(parts)]
    features = word_weights(texts[0], texts[1:], characters=True)
    fit = best_regression(features[0], labels[0], features[1], labels[1])
    return halved(torch.from_numpy(fit.predict_log_proba(features[2])).float())


def classifier(seed: int) -> BertForSequenceClassification:
    """Return the checkpoint with a head of fresh weights."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return BertForSequenceClassification.from_pretrained(CHECKPOINT, new_heads=True)


def data_of(part: Any, length: int, **options: Any) -> LabelledTexts:
    """Return reviews encoded; options as for ``LabelledTexts``."""
    return as_data(part, WordPieceTokenizer.from_folder(CHECKPOINT), length, **options)


def fine_tuned(configuration: dict[str, Any], parts: Ratings) -> tuple[list[Tensor], list[Any]]:
    """Fine-tune with each seed; return the logits of the test reviews, and the histories."""
    data = [data_of(part, configuration["max_length"]) for part in parts_of(parts)]
    logits, curves = [], []
    for seed in configuration["seeds"]:
        model = classifier(seed)
        config = data[0].config(**configuration["training"], seed=seed)
        curves.append(learn(model, data[0], data[1], config))
        logits.append(halved(logits_of(model, data[2])))
    return logits, curves


def truncated(configuration: dict[str, Any]) -> tuple[dict[str, Any], dict[str, list[Tensor]]]:
    """Fine-tune on long reviews, shortened in each way; return accuracies, and logits by way."""
    options = configuration["truncation"]
    parts = long_reviews(configuration)
    logits: dict[str, list[Tensor]] = {}
    for kind in options["kinds"]:
        train_data, held_out = (data_of(part, options["room"], truncation=kind) for part in parts)
        logits[kind] = []
        for seed in configuration["seeds"]:
            model = classifier(seed)
            config: TrainConfig = train_data.config(
                **options["training"], seed=seed, log_every=10**9
            )
            fine_tune(model, train_data, held_out, config)
            logits[kind].append(halved(logits_of(model, held_out)))
    labels = [r.label for r in parts[1]]
    scores = {
        kind: {"validation": [round(accuracy(one, labels), 4) for one in seeds]}
        for kind, seeds in logits.items()
    }
    return {"texts": [len(part) for part in parts], "kinds": scores}, logits
