"""Exact match and F1 of answers, worked by hand, and the threshold below which none is given."""

import math

import pytest

from bertlab.finetuning.spans import SpanPrediction
from lessons.l10_four_tasks.answer_scores import (
    answer_f1,
    answer_scores,
    choose_threshold,
    decide,
    exact_match,
    normalize_answer,
)


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("The  Eiffel Tower.", "eiffel tower"),
        ("an apple a day", "apple day"),
        ("theatre and Anna", "theatre and anna"),  # articles inside words stay
        ("U.S.A.", "usa"),
        ("the-man", "theman"),  # punctuation goes before articles do
        ("A", ""),
        ("“quoted” — Café", "“quoted” — café"),  # only ASCII punctuation goes
        ("\tnew\nYork ", "new york"),
    ],
)
def test_normalized_answers(text, expected):
    assert normalize_answer(text) == expected


@pytest.mark.parametrize(
    ("expected", "predicted", "exact", "f1"),
    [
        ("May 1931", "in May 1931", 0, 4 / 5),  # 2 of 3 words right, 2 of 2 found
        ("the May 1931", "May, 1931!", 1, 1),
        ("May 1931", "June 1931", 0, 1 / 2),
        ("1931 May", "May 1931", 0, 1),  # a bag has no order
        ("Rome Rome", "Rome", 0, 2 / 3),  # but it counts
        ("Rome", "Rome Rome Oslo", 0, 2 / 4),
        ("Rome Rome", "Rome Rome Oslo", 0, 4 / 5),
        ("Rome", "Oslo", 0, 0),
        ("", "", 1, 1),
        ("", "Rome", 0, 0),
        ("Rome", "", 0, 0),
        ("the", "", 1, 1),
        ("", "a", 1, 1),
    ],
)
def test_worked_examples(expected, predicted, exact, f1):
    assert exact_match(expected, predicted) == exact
    assert answer_f1(expected, predicted) == pytest.approx(f1)


def test_scores_are_means():
    """Rome found; of May 1931 a half; no answer where none is; Oslo where none is."""
    found = answer_scores(["Rome", "May 1931", "", ""], ["rome", "May", "", "Oslo"])
    assert found.exact == pytest.approx(2 / 4)
    assert found.f1 == pytest.approx((1 + 2 / 3 + 1) / 4)
    assert found.exact_answered == pytest.approx(1 / 2)
    assert found.f1_answered == pytest.approx((1 + 2 / 3) / 2)
    assert found.none == pytest.approx(1 / 2)
    assert math.isnan(answer_scores(["Rome"], ["Rome"]).none)
    assert math.isnan(answer_scores([""], [""]).exact_answered)


PREDICTIONS = [
    SpanPrediction("Rome", -4.0),
    SpanPrediction("Oslo", -1.0),
    SpanPrediction("Lima", 2.0),
    SpanPrediction("Bonn", 3.0),
]


def test_a_threshold_decides():
    assert decide(PREDICTIONS, -1.0) == ["Rome", "Oslo", "", ""]  # equal is not above
    assert decide(PREDICTIONS, -1.1) == ["Rome", "", "", ""]


@pytest.mark.parametrize(
    ("expected", "threshold"),
    [
        (["Rome", "Oslo", "", ""], 0.5),  # halfway between -1 and 2
        (["Rome", "Oslo", "Lima", "Bonn"], 4.0),
        (["", "", "", ""], -5.0),
        (["Rome", "", "Lima", ""], -2.5),  # 3 of 4, as with 2.5: the lower one
        (["Paris", "Oslo", "Lima", ""], 2.5),
    ],
)
def test_the_threshold_with_the_best_f1(expected, threshold):
    assert choose_threshold(expected, PREDICTIONS) == pytest.approx(threshold)


def test_equal_margins_and_one_prediction():
    same = [SpanPrediction("Rome", 1.0), SpanPrediction("Oslo", 1.0)]
    assert choose_threshold(["Rome", "Oslo"], same) == 2.0
    assert choose_threshold([""], same[:1]) == 0.0


def test_scores_that_are_refused():
    with pytest.raises(ValueError, match=r"one predicted answer for each of 2 .*, got 1"):
        answer_scores(["", ""], [""])
    with pytest.raises(ValueError, match=r"each of 0 \(at least 1\), got 0"):
        answer_scores([], [])
    with pytest.raises(ValueError, match=r"one prediction for each of 1 answers .*, got 4"):
        choose_threshold(["Rome"], PREDICTIONS)
