"""Is a review favorable? The texts as a model takes them, and classifiers of this project."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np

from bertlab.datasets import RatedText
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.changes import read_change

Item = TypeVar("Item")  # a text, whatever it is labelled with

LABELS = ("negative", "positive")  # of the ratings, and of Chinese reviews


def sample(part: Sequence[Item], number: int | None, seed: int = 0) -> list[Item]:
    """Return some texts at random, or all: the order of the file tells the label."""
    if number is not None and not 0 < number <= len(part):
        raise ValueError(f"number must be in [1, {len(part)}], got {number}")
    indices = np.random.default_rng(seed).permutation(len(part))[:number]
    return [part[index] for index in indices]


def short_texts(
    part: Sequence[Any],
    tokenizer: WordPieceTokenizer,
    number: int | None,
    fewest: int = 1,
    most: int = 24,
) -> list[str]:
    """Return some texts of a part at random that have so many tokens, specials not counted."""
    fitting = [
        one for one in part if fewest <= len(tokenizer.encode(one.text).input_ids) - 2 <= most
    ]
    return [one.text for one in sample(fitting, number)]


def as_data(
    rated: Sequence[RatedText], tokenizer: WordPieceTokenizer, max_length: int = 64, **options: Any
) -> LabelledTexts:
    """Return rated texts with their labels; options as for ``LabelledTexts``."""
    texts, labels = [r.text for r in rated], [r.label for r in rated]
    return LabelledTexts(texts, labels, tokenizer, max_length=max_length, **options)


def movie_classifier(folder: str | Path = "minilm-movies") -> BertForSequenceClassification:
    """Return ``minilm``, fine-tuned on movie reviews: does a text speak favorably of a film?

    Args:
        folder: With what fine-tuning changed, by path or as a checkpoint's name.

    Raises:
        ValueError: If the change does not fit.
        FileNotFoundError: If there is none.
    """
    model = BertForSequenceClassification.from_pretrained("minilm", new_heads=True, labels=LABELS)
    return read_change(model, folder)


def review_classifier(folder: str | Path = "zh-reviews") -> BertForSequenceClassification:
    """Return ``bert-mini-zh``, fine-tuned on Chinese reviews: does a text speak favorably?

    Args:
        folder: With what fine-tuning changed, by path or as a checkpoint's name.

    Raises:
        ValueError: If the change does not fit.
        FileNotFoundError: If there is none.
    """
    model = BertForSequenceClassification.from_pretrained(
        "bert-mini-zh", new_heads=True, labels=LABELS
    )
    return read_change(model, folder)
