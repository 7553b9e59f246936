"""A small classifier of Chinese reviews, to be explained; what it changed is kept.

``bert-mini-zh`` with thin updates of its matrices, on some of the training reviews. The rate is
the first one tried. Validation is scored once, at the end. Budget: four minutes of one core.
"""

from typing import Any

import torch

from bertlab.datasets import RatedText, book_reviews_zh
from bertlab.finetuning.classifier import accuracy_and_loss, fine_tune
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.finetuning.sentiment import as_data, review_classifier, sample
from bertlab.model.pretrained import CHECKPOINTS
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.changes import save_change
from bertlab.training.low_rank import add_low_rank
from workbook.experiments import one_thread

CHECKPOINT = "bert-mini-zh"
FOLDER = CHECKPOINTS / "zh-reviews"

CONFIGURATION: dict[str, Any] = {
    "texts": 2000,
    "held_out": 1000,  # of validation
    "max_length": 128,
    "rank": 16,
    "seed": 0,
    "training": {"epochs": 2, "batch_size": 32, "learning_rate": 2e-3, "warmup": 0.1},
    "keep": True,
}
SLICE: dict[str, Any] = {
    "texts": 16,
    "held_out": 8,
    "training": {"epochs": 1, "batch_size": 8, "learning_rate": 2e-3, "warmup": 0.1},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Fine-tune once, on one thread.

    Returns:
        ``trained`` parameters, and ``accuracy`` and ``loss`` on validation reviews. If ``keep``,
        the change is stored in ``FOLDER``, and the scores are those of what can be read back.
    """
    with one_thread():
        reviews, length = book_reviews_zh(), configuration["max_length"]
        data, held_out = (
            data_of(sample(as_rated(part), configuration[number]), length)
            for part, number in ((reviews.train, "texts"), (reviews.validation, "held_out"))
        )
        model = thin_classifier(configuration["seed"], configuration["rank"])
        trained = sum(p.numel() for p in model.parameters() if p.requires_grad)
        config = data.config(
            **configuration["training"], seed=configuration["seed"], log_every=10**9
        )
        fine_tune(model, data, held_out, config)
        if configuration["keep"]:
            save_change(model, FOLDER)
            model = review_classifier(FOLDER)
        scores = accuracy_and_loss(model, held_out)
    return {"trained": trained, **{name: round(value, 4) for name, value in scores.items()}}


def as_rated(part: Any) -> list[RatedText]:
    """Return labelled reviews as rated texts: 1 is favorable, -1 is not."""
    return [RatedText(r.text, 2.0 * r.label - 1, r.label) for r in part]


def data_of(part: Any, length: int) -> LabelledTexts:
    """Return reviews encoded."""
    return as_data(part, WordPieceTokenizer.from_folder(CHECKPOINT), length)


def thin_classifier(seed: int, rank: int) -> BertForSequenceClassification:
    """Return ``bert-mini-zh`` with a fresh head and low-rank updates; nothing else learns."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = BertForSequenceClassification.from_pretrained(CHECKPOINT, new_heads=True)
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        add_low_rank(model.bert, rank)
    return model
