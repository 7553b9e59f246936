"""Leads of one model over another, computed again as loops, with and without seeds apart."""

import numpy as np
import pytest

from bertlab.probing import leads

RNG = np.random.default_rng(3)


def counts_of(seed, lines=30):
    generator = np.random.default_rng(seed)
    right = generator.integers(0, 3, (2, lines))
    return np.stack([right, right + generator.integers(0, 2, (2, lines)), right + 1], axis=-1)


def lines_alike(rights):
    """Names of lines that are all alike: so many of ten are right, for each seed."""
    return np.array([[[right, 10, 10]] * 6 for right in rights])


def drawn_by_hand(units, repeats, seeds):
    """For each draw the numbers of its lines or examples, and a weight for each seed."""
    lines = np.random.default_rng(0).multinomial(units, [1 / units] * units, repeats)
    again = np.random.default_rng([16, 0]).multinomial(seeds, [1 / seeds] * seeds, repeats)
    for times, drawn in zip(lines, again, strict=True):
        apart = drawn / seeds - 1 / seeds
        yield np.repeat(np.arange(units), times), 1 / seeds + apart * (seeds / (seeds - 1)) ** 0.5


def test_leads_equal_a_loop(monkeypatch):
    monkeypatch.setattr(leads, "REPEATS", 200)
    first, second = counts_of(1), counts_of(2)
    lead, low, high = leads.f1_lead(first, second)
    found = []
    for lines, weights in drawn_by_hand(30, 200, 2):
        apart = []
        for one, other in zip(first, second, strict=True):
            totals = (counts[lines].sum(axis=0) for counts in (one, other))
            ours, theirs = (2 * right / (said + there) for right, said, there in totals)
            apart.append(ours - theirs)
        found.append(np.dot(weights, apart))
    assert (low, high) == pytest.approx(tuple(np.quantile(found, [0.025, 0.975])))
    assert lead == pytest.approx(np.mean(leads.f1_of(first) - leads.f1_of(second)))
    assert leads.f1_lead(first, first) == (0, 0, 0)


def test_leads_of_guesses_draw_whole_examples(monkeypatch):
    monkeypatch.setattr(leads, "REPEATS", 300)
    generator = np.random.default_rng(0)
    examples = np.sort(generator.integers(0, 12, 80)).tolist()
    first, second = generator.random((2, 3, 80)) < 0.5
    lead, low, high = leads.share_lead(first, second, examples)
    found = []
    for units, weights in drawn_by_hand(12, 300, 3):
        asked = np.concatenate([np.flatnonzero(np.array(examples) == unit) for unit in units])
        apart = first[:, asked].mean(axis=1) - second[:, asked].mean(axis=1)
        found.append(np.dot(weights, apart))
    assert (low, high) == pytest.approx(tuple(np.quantile(found, [0.025, 0.975])))
    assert low < lead < high


def test_examples_are_drawn_with_all_their_questions():
    first = np.array([[True, True, False, False]] * 3)
    lead = leads.share_lead(first, np.zeros_like(first), (0, 0, 1, 1))
    assert lead == pytest.approx((0.5, 0, 1))
    level = leads.share_lead(first, np.zeros_like(first), (0, 1, 0, 1))
    assert level == pytest.approx((0.5, 0.5, 0.5))


def test_one_seed_leaves_the_interval_of_the_text():
    drawn = RNG.normal(size=(2000, 1))
    expected = pytest.approx(np.quantile(drawn, [0.025, 0.975]))
    assert leads.over_seeds(drawn) == expected
    assert leads.over_seeds(np.repeat(drawn, 3, axis=1)) == expected, "equal seeds add nothing"


def test_seeds_spread_as_the_standard_error_says():
    seeds = RNG.normal(size=40)
    low, high = leads.over_seeds(np.tile(seeds, (20_000, 1)))
    error = 1.96 * seeds.std(ddof=1) / 40**0.5
    assert (low, high) == pytest.approx((seeds.mean() - error, seeds.mean() + error), abs=0.02)


def test_seeds_go_together_and_widen_an_interval_where_they_differ():
    together = leads.f1_lead(lines_alike([4, 6, 8]), lines_alike([3, 5, 7]))
    assert together == pytest.approx((0.1, 0.1, 0.1))
    lead = leads.f1_lead(lines_alike([3, 5, 7]), lines_alike([5, 5, 5]))
    widest = 0.2 * 1.5**0.5
    assert (lead.mean, lead.low, lead.high) == pytest.approx((0, -widest, widest))


def test_scores_of_seeds():
    score = leads.score_of([0.5, 0.7])
    assert score.seeds == (0.5, 0.7)
    assert score.mean == pytest.approx(0.6)
    assert score.sd == pytest.approx(0.02**0.5)
