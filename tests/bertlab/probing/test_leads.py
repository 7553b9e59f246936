"""Leads of one model over another, computed a second time as loops."""

import numpy as np
import pytest

from bertlab.probing import leads


def counts_of(seed, lines=30):
    generator = np.random.default_rng(seed)
    right = generator.integers(0, 3, (2, lines))
    return np.stack([right, right + generator.integers(0, 2, (2, lines)), right + 1], axis=-1)


def test_leads_equal_a_loop():
    first, second = counts_of(1), counts_of(2)
    lead, low, high = leads.f1_lead(first, second, repeats=200, seed=7)
    generator, found = np.random.default_rng(7), []
    for times in generator.multinomial(30, [1 / 30] * 30, 200):
        lines = np.repeat(np.arange(30), times)
        each = []
        for counts in (first, second):
            totals = [counts[s][lines].sum(axis=0) for s in range(2)]
            each.append(np.mean([2 * r / (said + there) for r, said, there in totals]))
        found.append(each[0] - each[1])
    assert (low, high) == pytest.approx(tuple(np.quantile(found, [0.025, 0.975])))
    assert lead == pytest.approx(np.mean(leads.f1_of(first) - leads.f1_of(second)))
    assert leads.f1_lead(first, first) == (0, 0, 0)


def test_leads_of_guesses_draw_whole_examples():
    generator = np.random.default_rng(0)
    examples = np.sort(generator.integers(0, 12, 80)).tolist()
    first, second = generator.random((2, 3, 80)) < 0.5
    lead, low, high = leads.share_lead(first, second, examples, repeats=300, seed=3)
    difference = (first.astype(float) - second).mean(axis=0)
    numbers, found = np.array(examples), []
    for times in np.random.default_rng(3).multinomial(12, [1 / 12] * 12, 300):
        found.append(np.average(difference, weights=times[numbers]))
    assert (low, high) == pytest.approx(tuple(np.quantile(found, [0.025, 0.975])))
    assert low < lead < high


def test_scores_of_seeds():
    score = leads.score_of([0.5, 0.7])
    assert score.seeds == (0.5, 0.7)
    assert score.mean == pytest.approx(0.6)
    assert score.sd == pytest.approx(0.02**0.5)
