"""Favorable or not: what a majority, a lexicon, word counts, frozen vectors and BERT reach.

All snippets of movie reviews. Strengths of regressions are chosen on validation. Fine-tuning is a
usual recipe, with nothing chosen for this data. The test texts are scored once, at the end of each
run. Budget: about 40 minutes of one core.
"""

from lessons.l09_finetuning.baselines import best_regression, lexicon_sum, word_weights

from collections.abc import Sequence
from typing import Any

import numpy as np
import torch
from jaxtyping import Float

from bertlab.datasets import Ratings, movie_reviews, sentiment_lexicon
from bertlab.finetuning.classifier import fine_tune, logits_of
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.finetuning.sentiment import as_data, sample
from bertlab.model.bert import BertModel
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.config import TrainConfig
from bertlab.training.loop import Line
from bertlab.vectors import text_vectors
from workbook.experiments import Part, one_thread, run_variants
from workbook.recorded_answers import accuracy
from workbook.records import RUNS

KEPT = RUNS / "sentiment.safetensors"

CONFIGURATION: dict[str, Any] = {
    "texts": None,  # of each part, all
    "seeds": [0, 1, 2],
    "max_length": 64,
    "training": {"epochs": 3, "batch_size": 32, "learning_rate": 1e-4, "warmup": 0.1},
    "keep": True,
}
SLICE: dict[str, Any] = {
    "texts": 48,
    "seeds": [0],
    "training": {"epochs": 1, "batch_size": 16, "learning_rate": 1e-4, "warmup": 0.1},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Score every method, on one thread.

    Returns:
        ``baselines``: the accuracy of each on test. ``fine_tuned``: for each seed its ``history``
        on validation and its accuracy on ``test``. If ``keep``, the logits of the test texts are
        stored in ``KEPT``.
    """
    with one_thread():
        parts = Ratings(*(tuple(sample(part, configuration["texts"])) for part in all_parts()))
        tokenizer = WordPieceTokenizer.from_folder("minilm")
        length = configuration["max_length"]
        data = [as_data(part, tokenizer, length) for part in parts_of(parts)]
        simple = baselines(parts, data)

    def part(way: str, seed: int) -> Part:
        model = fresh_classifier(seed)
        config = data[0].config(**configuration["training"], seed=seed)
        curve = learn(model, data[0], data[1], config)
        logits = logits_of(model, data[2]).half()
        score = round(accuracy(logits, data[2].labels), 4)
        return {"history": curve, "test": score}, {"logits": logits}

    runs = run_variants(["fine-tuned"], configuration["seeds"], part)
    if configuration["keep"]:
        runs.keep(KEPT, "{variant}")
    return {"baselines": simple, "fine_tuned": runs.entries["fine-tuned"]}


def all_parts() -> list[Any]:
    """Return the training, validation and test snippets."""
    return parts_of(movie_reviews())


def parts_of(ratings: Ratings) -> list[Any]:
    """Return the three parts in their order."""
    return [ratings.train, ratings.validation, ratings.test]


def fresh_classifier(seed: int) -> BertForSequenceClassification:
    """Return ``minilm`` with a head of fresh weights."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return BertForSequenceClassification.from_pretrained("minilm", new_heads=True)


def learn(
    model: BertForSequenceClassification,
    train: LabelledTexts,
    validation: LabelledTexts,
    config: TrainConfig,
) -> list[Line]:
    """Fine-tune; return what a record keeps of each epoch."""
    history = fine_tune(model, train, validation, config)
    names = ("step", "loss", "validation_accuracy", "validation_loss", "seconds")
    return [{name: round(line[name], 4) for name in names} for line in history]


def frozen_vectors(texts: Sequence[str], max_length: int) -> Float[np.ndarray, "N D"]:
    """Return what ``minilm`` makes of texts as it is."""
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    bert = BertModel.from_pretrained("minilm")
    return text_vectors(bert, tokenizer, texts, max_length=max_length).numpy()


def baselines(parts: Ratings, data: list[LabelledTexts]) -> dict[str, float]:
    """Return the share of test texts that each simple method puts into the right class."""
    labels = [np.array(one.labels) for one in data]
    texts = [[r.text for r in part] for part in parts_of(parts)]
    lexicon = sentiment_lexicon()
    sums = np.array([lexicon_sum(text, lexicon) for text in texts[2]])
    found = {
        "majority": float((labels[2] == round(labels[0].mean())).mean()),
        "lexicon": float(((sums > 0) == labels[2]).mean()),
    }
    for name, features in (
        ("word counts", word_weights(texts[0], texts[1:])),
        ("frozen vectors", [frozen_vectors(one, data[0].max_length) for one in texts]),
    ):
        fit = best_regression(features[0], labels[0], features[1], labels[1])
        found[name] = float(fit.score(features[2], labels[2]))
    return {name: round(value, 4) for name, value in found.items()}
