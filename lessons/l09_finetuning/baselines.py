"""What simple methods reach without a model: a word list, word counts, and logistic regression."""

import math
import re
from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np
from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

from bertlab.datasets import RatedText

Labels = Sequence[int] | np.ndarray

STRENGTHS = (0.3, 1.0, 3.0, 10.0, 30.0)  # C of a regression: the larger, the freer its weights


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
            len(re.findall(r"[!?,.]", r.text)) / len(r.text.split()),
            np.tanh(lexicon_sum(r.text, lexicon) / 4),
        )
        for r in rated
    ]
    return np.array(rows, dtype=np.float32)


def word_weights(train: Sequence[str], others: Sequence[Sequence[str]]) -> list[Any]:
    """Return TF-IDF of single words and pairs.

    Args:
        train: Texts whose words are known, and counted.
        others: More sets of texts.

    Returns:
        A sparse matrix for ``train``, and one for each set of the others.
    """
    vectorizer = TfidfVectorizer(min_df=2, sublinear_tf=True, ngram_range=(1, 2))
    return [vectorizer.fit_transform(train), *(vectorizer.transform(texts) for texts in others)]


def best_regression(
    train: Any, labels: Labels, validation: Any, validation_labels: Labels
) -> LogisticRegression:
    """Return the logistic regression whose strength is best on validation, of ``STRENGTHS``."""
    fits = [LogisticRegression(C=c, max_iter=2000).fit(train, labels) for c in STRENGTHS]
    return max(fits, key=lambda fit: fit.score(validation, validation_labels))
