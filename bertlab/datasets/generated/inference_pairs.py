"""Pairs of texts for natural-language inference, and what a model gets right that reads only one.

Whoever reads the hypothesis alone, or counts words in common, should be right once in three times.
The published data sets are not like that: Gururangan et al. 2018 reach 67% on SNLI without
premises. ``inference_kinds`` makes pairs for which it holds.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from sklearn.feature_extraction.text import TfidfVectorizer
from sklearn.linear_model import LogisticRegression

LABELS = ("entailment", "neutral", "contradiction")


class InferencePair(NamedTuple):
    """Two texts, and whether the second follows from the first.

    Attributes:
        premise: What is known.
        hypothesis: What is claimed.
        label: Index into ``LABELS``.
        family: Which kind of pair it is, such as ``inference_kinds.KNOWN``.
    """

    premise: str
    hypothesis: str
    label: int
    family: str


class InferencePairs(NamedTuple):
    """Pairs in three parts that share no wording; each label has a third of every part."""

    train: tuple[InferencePair, ...]
    validation: tuple[InferencePair, ...]
    test: tuple[InferencePair, ...]


def words_of(text: str) -> list[str]:
    """Return the words of a text in lower case."""
    return re.findall(r"\w+", text.lower())


def overlap_features(pair: InferencePair) -> list[float]:
    """Describe what two texts have in common, as numbers that know nothing of order."""
    premise, hypothesis = words_of(pair.premise), words_of(pair.hypothesis)
    shared = set(premise) & set(hypothesis)
    counts = (
        len(premise),
        len(hypothesis),
        len(shared),
        sum(premise.count(word) for word in shared),
        "not" in shared,
        len(shared) / len(set(hypothesis)),
        len(shared) / len({*premise, *hypothesis}),
    )
    return [float(count) for count in counts]


def baseline_accuracies(
    train: Sequence[InferencePair], test: Sequence[InferencePair]
) -> dict[str, float]:
    """Return how often logistic regression is right on new pairs if it does not read both texts.

    Returns:
        Accuracy with ``"hypothesis only"`` and ``"premise only"`` (TF-IDF of words and word pairs),
        and ``"word overlap"`` (``overlap_features``).
    """
    labels = [[pair.label for pair in part] for part in (train, test)]

    def tfidf(name: str) -> tuple[Any, Any]:
        words = TfidfVectorizer(ngram_range=(1, 2))
        seen = words.fit_transform([getattr(pair, name) for pair in train])
        return seen, words.transform([getattr(pair, name) for pair in test])

    features = {
        "hypothesis only": tfidf("hypothesis"),
        "premise only": tfidf("premise"),
        "word overlap": tuple([overlap_features(pair) for pair in part] for part in (train, test)),
    }
    return {
        name: float(LogisticRegression(max_iter=2000).fit(known, labels[0]).score(new, labels[1]))
        for name, (known, new) in features.items()
    }
