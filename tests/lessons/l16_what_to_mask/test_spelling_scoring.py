"""Precision and recall of corrections, worked by hand and by another road."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from lessons.l16_what_to_mask.spelling.scoring import COUNTS, count, score

RIGHT = [[1, 2, 3], [4, 5], [6, 7, 8, 9], [1, 1]]
SHOWN = [[1, 0, 3], [4, 5], [6, 0, 0, 9], [1, 1]]  # 1, 0, 2 and 0 errors
WRITES = [[1, 2, 3], [4, 9], [6, 7, 5, 5], [1, 1]]  # mended; a false alarm; one of two, one more


def test_counts_and_scores_worked_by_hand():
    counts = count(RIGHT, SHOWN, WRITES)
    assert COUNTS == ("wrong", "flagged", "mended")
    assert counts.tolist() == [[1, 1, 1], [0, 1, 0], [2, 3, 1], [0, 0, 0]]
    assert score(counts) == pytest.approx((2 / 5, 2 / 3, 4 / 8, 1 / 2))


def test_nothing_flagged_is_zero_and_no_division():
    assert score(count(RIGHT, SHOWN, SHOWN)) == (0, 0, 0, 0)
    assert score(count(RIGHT, SHOWN, RIGHT)) == (1, 1, 1, 0)
    assert score(count([[1]], [[1]], [[1]])) == (0, 0, 0, 0)


ROWS = st.lists(st.integers(0, 2), min_size=1, max_size=6)


@given(st.lists(st.tuples(ROWS, ROWS, ROWS), min_size=1, max_size=8))
def test_scores_equal_loops_over_characters(triples):
    cut = [tuple(row[: min(map(len, three))] for row in three) for three in triples]
    right, shown, writes = ([three[i] for three in cut] for i in range(3))
    characters = [(a, b, c) for three in cut for a, b, c in zip(*three, strict=True)]
    flags = [(a, b, c) for a, b, c in characters if b != c]
    errors = [(a, b, c) for a, b, c in characters if a != b]
    hits = sum(a == c for a, _, c in flags if a != _)
    scores = score(count(right, shown, writes))
    assert scores.precision == pytest.approx(hits / len(flags) if flags else 0)
    assert scores.recall == pytest.approx(hits / len(errors) if errors else 0)
    p, r, f, _ = scores
    assert f == pytest.approx(2 * p * r / (p + r) if p + r else 0)


def test_draws_are_scored_one_by_one():
    counts = count(RIGHT, SHOWN, WRITES)
    drawn = np.random.default_rng(0).integers(0, 4, (7, 4))
    several = score(counts[drawn])
    for draw, sentences in enumerate(drawn):
        one = score(counts[sentences])
        assert several.f1[draw] == one.f1
        assert several.false_alarms[draw] == one.false_alarms


@pytest.mark.parametrize("writes", [WRITES[:3], [[1, 2], *WRITES[1:]]])
def test_other_lengths_are_refused(writes):
    with pytest.raises(ValueError, match="4 with 11 ids, 4 with 11 ids, "):
        count(RIGHT, SHOWN, writes)
