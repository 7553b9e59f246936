"""Is a snippet favorable? The texts as a model takes them, and what simple methods reach."""

import math
import re
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

from bertlab.datasets import RatedText
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.changes import read_change

Labels = Sequence[int] | np.ndarray
Item = TypeVar("Item")  # a text, whatever it is labelled with

LABELS = ("negative", "positive")  # of the ratings, and of Chinese reviews
STRENGTHS = (0.3, 1.0, 3.0, 10.0, 30.0)  # C of a regression: the larger, the freer its weights


def sample(part: Sequence[Item], number: int | None, seed: int = 0) -> list[Item]:
    """Return some texts at random, or all: the order of the file tells the label."""
    if number is not None and not 0 < number <= len(part):
        raise ValueError(f"number must be in [1, {len(part)}], got {number}")
    places = np.random.default_rng(seed).permutation(len(part))[:number]
    return [part[place] for place in places]


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


def lexicon_sum(text: str, lexicon: Mapping[str, float]) -> float:
    """Add up the valences of a text's words; words that the lexicon lacks add nothing."""
    return math.fsum(lexicon.get(word, 0.0) for word in re.findall(r"[\w']+", text.lower()))


def text_features(rated: Sequence[RatedText], lexicon: Mapping[str, float]) -> np.ndarray:
    """Return three numbers known of each text without a model, about between -1 and 1.

    Its length, its share of marks (``!?,.``) and its lexicon sum, (N, 3).
    """
    rows = [
        (
            len(r.text.split()) / 25 - 1,
            sum(r.text.count(mark) for mark in "!?,.") / len(r.text.split()),
            np.tanh(lexicon_sum(r.text, lexicon) / 4),
        )
        for r in rated
    ]
    return np.array(rows, dtype=np.float32)


def word_weights(
    train: Sequence[str], others: Sequence[Sequence[str]], characters: bool = False
) -> list[Any]:
    """Return TF-IDF of single words and pairs, or of one to three characters for Chinese.

    Args:
        train: Texts whose words are known, and counted.
        others: More sets of texts.
        characters: Whether to count characters.

    Returns:
        A sparse matrix for ``train``, and one for each set of the others.
    """
    options = {"analyzer": "char", "ngram_range": (1, 3)} if characters else {"ngram_range": (1, 2)}
    vectorizer = TfidfVectorizer(min_df=2, sublinear_tf=True, **options)
    return [vectorizer.fit_transform(train), *(vectorizer.transform(texts) for texts in others)]


def best_regression(
    train: Any, labels: Labels, validation: Any, validation_labels: Labels
) -> LogisticRegression:
    """Return the logistic regression whose strength is best on validation, of ``STRENGTHS``."""
    fits = [LogisticRegression(C=c, max_iter=2000).fit(train, labels) for c in STRENGTHS]
    return max(fits, key=lambda fit: fit.score(validation, validation_labels))


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
