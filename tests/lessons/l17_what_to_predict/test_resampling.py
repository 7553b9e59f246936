"""Intervals in which seeds and what was asked are drawn anew together."""

import numpy as np
import pytest

from lessons.l17_what_to_predict import learned
from lessons.l17_what_to_predict.learning import resampling


def counts(rights):
    """Names of lines that are all alike: so many of ten are right, for each seed."""
    return np.array([[[right, 10, 10]] * 6 for right in rights])


def test_seeds_alone_widen_an_interval():
    lead = resampling.f1_lead(counts([3, 5, 7]), counts([5, 5, 5]))
    assert (lead.mean, lead.low, lead.high) == pytest.approx((0, -0.2, 0.2))
    seeds_alike = resampling.f1_lead(counts([6, 6, 6]), counts([5, 5, 5]))
    assert seeds_alike == pytest.approx((0.1, 0.1, 0.1))


def test_seeds_go_together():
    lead = resampling.f1_lead(counts([4, 6, 8]), counts([3, 5, 7]))
    assert lead == pytest.approx((0.1, 0.1, 0.1))


def test_documents_are_drawn_with_all_their_questions():
    first = np.array([[True, True, False, False]] * 3)
    lead = resampling.share_lead(first, np.zeros_like(first), (0, 0, 1, 1))
    assert lead == pytest.approx((0.5, 0, 1))
    level = resampling.share_lead(first, np.zeros_like(first), (0, 1, 0, 1))
    assert level == pytest.approx((0.5, 0.5, 0.5))


def test_shares_of_seeds_widen_an_interval():
    first = np.array([[True] * 4, [False] * 4, [True] * 4])
    lead = resampling.share_lead(first, np.zeros_like(first), (0, 1, 2, 3))
    assert lead == pytest.approx((2 / 3, 0, 1))


def test_leads_of_seeds_have_the_mean_of_the_lead():
    each = learned.leads_of_seeds("ELECTRA")
    lead = learned.lead_of("ELECTRA")
    assert len(each) == len(learned.SEEDS)
    assert np.mean(each) == pytest.approx(lead.mean)
    assert lead.low >= min(each) - 0.02 and lead.high <= max(each) + 0.02
