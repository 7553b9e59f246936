"""Tables and figures show what was recorded, and their claims can fail."""

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from lessons.l22_few_labels import scores, tables
from lessons.l22_few_labels.exercises.interval.reference import interval
from lessons.l22_few_labels.experiments.few_labels import GROUPS
from workbook.claims import ClaimError
from workbook.records import recorded

DRAWS = np.random.default_rng(0)


@pytest.fixture
def right(monkeypatch):
    """Answers as if they had been recorded: drawn at random, by group and run."""
    answers = {
        (group, run): DRAWS.random((len(one["seeds"]), scores.TEST)) < 0.6
        for group, one in GROUPS.items()
        for run in one["runs"]
    }
    monkeypatch.setattr(scores, "right", lambda group, run: answers[group, run])
    return answers


@pytest.fixture
def record(right):
    results: dict = {group: {} for group in GROUPS}
    for (group, run), answers in right.items():
        results[group][run] = [{"accuracy": float(one.mean())} for one in answers]
    return {"results": results}


def test_classes_that_are_kept_have_the_recorded_accuracies():
    results = recorded("few_labels")["results"]
    for group, runs in results.items():
        if "labelled" in group:
            continue
        for run, draws in runs.items():
            means = scores.right(group, run).mean(axis=1)
            assert means == pytest.approx([one["accuracy"] for one in draws], abs=1e-4)


def test_an_interval_is_that_of_a_t_test():
    values = [0.1, 0.4, 0.2, 0.25]
    wanted = ttest_1samp(values, 0).confidence_interval(0.95)
    mean, low, high = scores.over_draws(values)
    assert (low, high) == pytest.approx((wanted.low, wanted.high))
    assert mean == pytest.approx(np.mean(values))


def test_differences_are_paired(right):
    right["16", "pattern"] = right["16", "classifier"] | (np.arange(scores.TEST) < 50)
    estimate = scores.difference("16", "pattern", "classifier")
    gained = (~right["16", "classifier"][:, :50]).sum(axis=1) / scores.TEST
    assert estimate.mean == pytest.approx(gained.mean())
    assert scores.is_better("16", "pattern", "classifier")
    assert not scores.is_better("16", "classifier", "pattern")
    assert not scores.is_better("16", "pattern", "pattern")


def test_the_majority_is_right_where_three_of_five_are(monkeypatch):
    votes = dict(zip(scores.RUNS_OF["pattern"], np.tri(6, 5, -1, dtype=bool).T, strict=True))
    real = scores.right.__wrapped__
    monkeypatch.setattr(scores, "right", lambda group, run: votes[run])
    assert real("16", scores.MAJORITY).tolist() == [False] * 3 + [True] * 3


def test_labels_choose_the_pattern_that_has_most_of_them_right(record):
    runs = scores.RUNS_OF["pattern"]
    labelled, learned = record["results"]["16, labelled"], record["results"]["16"]
    for index, run in enumerate(runs):
        for draw in range(5):
            labelled[scores.RUNS_OF["zero-shot"][index]][draw]["accuracy"] = 0.5
            learned[run][draw]["accuracy"] = 0.1 * index
    assert scores.chosen(record, "16", runs) == pytest.approx([0.2] * 5)  # all of them alike
    labelled["zero-shot 4"][2]["accuracy"] = 0.9
    assert scores.chosen(record, "16", runs) == pytest.approx([0.2, 0.2, 0.3, 0.2, 0.2])
    for one, index in (("zero-shot", 0), ("zero-shot 5", 4)):
        labelled[one][1]["accuracy"], learned[runs[index]][1]["accuracy"] = 0.6, 0.5 * index
    assert scores.chosen(record, "16", runs)[1] == pytest.approx((0 + 2) / 2)
    zero = scores.chosen(record, "16", scores.RUNS_OF["zero-shot"])
    test = record["results"]["0"]["zero-shot 4"][0]["accuracy"]
    assert len(zero) == 5 and zero[2] == pytest.approx(test)


def test_every_way_and_number_has_its_cell(record):
    words = tables.methods(record, tables.leads(interval, record)).words
    assert words.count("\n") == len(tables.METHODS)
    ways = {run["way"] for one in GROUPS.values() for run in one["runs"].values()}
    assert tables.METHODS.keys() == ways
    for group, name in (("16", "VAT"), ("0", "calibrated"), ("2000", "pattern")):
        mean = np.mean([one["accuracy"] for one in record["results"][group][name]])
        (row,) = [line for line in words.splitlines() if line.startswith(tables.METHODS[name])]
        assert f"{mean:.1%}" in row


def test_a_claim_on_the_article_can_fail(right, monkeypatch):
    assert "90.37" in tables.article().words
    rows = [(name, test, validation, *rest) for name, validation, test, *rest in tables.ARTICLE]
    monkeypatch.setattr(tables, "ARTICLE", rows)
    with pytest.raises(ClaimError, match="best on test"):
        tables.article()
