"""Rows of results, and the agreement of both sides."""

import pytest
import torch

from benchmarks.agreement import check_close, check_equal
from benchmarks.results import Row, compare, table
from bertlab.timing import Spread, ratios, spread


def test_the_ratio_is_the_median_of_rounds_and_not_the_ratio_of_medians():
    """The machine is slow in the second and third of three rounds, for both."""
    ours, theirs = [1.0, 10.0, 20.0], [3.0, 20.0, 20.0]
    assert ratios(theirs, ours) == [3.0, 2.0, 1.0]
    row = compare("work", "other", ours, theirs, reach=2.0)
    assert row.figure.median == 2.0
    assert (row.ours.median, row.theirs.median) == (10.0, 20.0)
    assert row.reached


def test_agreement_within_the_tolerance():
    ours = torch.tensor([1.0, 2.0])
    assert check_close("x", ours, ours + 0.25, tolerance=0.5) == 0.25


@pytest.mark.parametrize(
    "theirs", [torch.tensor([1.0, 2.6]), torch.tensor([1.0, float("nan")])], ids=["far", "nan"]
)
def test_a_planted_disagreement_of_tensors_raises(theirs):
    with pytest.raises(ValueError, match=r"the vectors: both sides must agree to 0.5"):
        check_close("the vectors", torch.tensor([1.0, 2.0]), theirs, tolerance=0.5)


def test_shapes_that_would_broadcast_do_not_agree():
    with pytest.raises(ValueError, match="equal shapes"):
        check_close("x", torch.ones(2, 1), torch.ones(1, 2), tolerance=9.0)


def test_a_planted_disagreement_of_lists_raises():
    check_equal("ids", [[1], [2]], [[1], [2]])
    with pytest.raises(ValueError, match=r"ids: number 1 differs: \[2\] and \[3\]"):
        check_equal("ids", [[1], [2]], [[1], [3]])
    with pytest.raises(ValueError, match="equally many, got 1 and 2"):
        check_equal("ids", [[1]], [[1], [2]])


@pytest.mark.parametrize(
    ("median", "reach", "at_most", "expected"),
    [
        (2.0, 2.0, False, True),
        (1.9, 2.0, False, False),
        (2.0, 2.0, True, True),
        (2.1, 2.0, True, False),
        (2.0, None, False, None),
        (None, 2.0, False, None),
    ],
)
def test_what_is_reached(median, reach, at_most, expected):
    figure = median and Spread(median, median, median, median)
    assert Row("w", "b", "x", figure, reach, at_most).reached is expected


def test_rows_survive_json():
    row = compare("work", "other", [1.0, 2.0], [3.0, 4.0], reach=1.5, note="read this")
    assert Row.from_json(row.to_json()) == row
    empty = Row("work", "other", "", None)
    assert Row.from_json(empty.to_json()) == empty
    assert Row("w", "b", "x", spread([1.23456789])).to_json()["figure"]["median"] == 1.2346


def test_the_table_by_eye():
    rows = [
        compare("one", "other", [0.002, 0.002], [0.003, 0.005], reach=1.5, note="both notes"),
        Row("two", "limit", "of it", Spread(0.5, 0.5, 0.5, 0.5), 0.85, note="both notes"),
        Row("three", "seconds", "s more", Spread(0, 0.1, 0.2, 0.3), 0.2, at_most=True),
        Row("four", "a card", "", None, reach=2.0),
        Row("five", "-", "s", spread([70.0]), ours=spread([70.0]), theirs=spread([5e-6])),
    ]
    assert table(rows).splitlines() == [
        "work     beside   measured         quartiles     reach           ours  theirs",
        "-------  -------  ---------------  ------------  --------------  ----  ------",
        "one [1]  other    2 times as fast  1.75 to 2.25  >= 1.5 reached  2 ms  4 ms",
        "two [1]  limit    0.5 of it        0.5 to 0.5    >= 0.85 missed",
        "three    seconds  0.2 s more       0.1 to 0.3    <= 0.2 reached",
        "four     a card   not measured                   >= 2",
        "five     -        70 s             70 to 70                      70 s  5 us",
        "[1] both notes",
    ]
