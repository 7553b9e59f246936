"""How good answers are: exact match and F1 as SQuAD defines them, and when to give none."""

import re
import string
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

import numpy as np

from bertlab.finetuning.spans import SpanPrediction

_ARTICLES = re.compile(r"\b(a|an|the)\b")
_PUNCTUATION = str.maketrans("", "", string.punctuation)


class AnswerScores(NamedTuple):
    """Means over questions, in [0, 1].

    Attributes:
        exact: Share of answers that match.
        f1: Mean F1.
        exact_answered: The same over questions that have an answer; nan if there are none.
        f1_answered: See above.
        none: Over questions without an answer, the share to which none is given; nan if there are
            no such questions.
    """

    exact: float
    f1: float
    exact_answered: float
    f1_answered: float
    none: float


def normalize_answer(text: str) -> str:
    """Lower-case, then drop ASCII punctuation, the articles a, an, the, and spaces in excess.

    Source: the official script of SQuAD 2.0 (Rajpurkar et al. 2018), ``normalize_answer``.
    """
    bare = text.lower().translate(_PUNCTUATION)
    return " ".join(_ARTICLES.sub(" ", bare).split())


def exact_match(expected: str, predicted: str) -> int:
    """Return 1 if two answers are the same but for case, punctuation, articles and spaces."""
    return int(normalize_answer(expected) == normalize_answer(predicted))


def answer_f1(expected: str, predicted: str) -> float:
    """Return the F1 of two answers as bags of words; if either is empty, whether both are."""
    right, found = normalize_answer(expected).split(), normalize_answer(predicted).split()
    if not right or not found:
        return float(right == found)
    common = sum((Counter(right) & Counter(found)).values())
    return 2 * common / (len(right) + len(found))


def answer_scores(expected: Sequence[str], predicted: Sequence[str]) -> AnswerScores:
    """Score answers; the empty text is no answer.

    Raises:
        ValueError: If there are no answers, or not as many of both.
    """
    if not expected or len(expected) != len(predicted):
        raise ValueError(
            f"expected one predicted answer for each of {len(expected)} (at least 1), "
            f"got {len(predicted)}"
        )
    pairs = list(zip(expected, predicted, strict=True))
    exact = np.array([exact_match(right, found) for right, found in pairs])
    f1 = np.array([answer_f1(right, found) for right, found in pairs])
    answered = np.array([bool(right) for right in expected])

    def mean(values: np.ndarray) -> float:
        return float(values.mean()) if len(values) else float("nan")

    return AnswerScores(
        mean(exact), mean(f1), mean(exact[answered]), mean(f1[answered]), mean(exact[~answered])
    )


def decide(predictions: Sequence[SpanPrediction], threshold: float) -> list[str]:
    """Return each best answer, or "" where none beats it by more than a threshold."""
    return ["" if one.margin > threshold else one.text for one in predictions]


def choose_threshold(expected: Sequence[str], predictions: Sequence[SpanPrediction]) -> float:
    """Return the threshold that gives the highest mean F1: on validation questions.

    Tried are one below all margins, one above all, and those halfway between neighbors; of equally
    good ones the lowest.

    Raises:
        ValueError: If there are no answers, or not as many of both.
    """
    if not expected or len(expected) != len(predictions):
        raise ValueError(
            f"expected one prediction for each of {len(expected)} answers (at least 1), "
            f"got {len(predictions)}"
        )
    pairs = list(zip(expected, predictions, strict=True))
    given = np.array([answer_f1(right, found.text) for right, found in pairs])
    refused = np.array([answer_f1(right, "") for right in expected])
    margins = np.array([one.margin for one in predictions])
    steps = np.unique(margins)  # sorted
    tried = [steps[0] - 1, *((steps[:-1] + steps[1:]) / 2), steps[-1] + 1]
    means = [np.where(margins > threshold, refused, given).mean() for threshold in tried]
    return float(tried[int(np.argmax(means))])
