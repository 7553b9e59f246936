"""Tables and figures show what was recorded, and their claims can fail."""

from copy import deepcopy

import numpy as np
import pytest
from scipy.stats import ttest_1samp

from lessons.l22_few_labels import further, recorded_figures, scores, tables
from lessons.l22_few_labels.exercises.interval.reference import interval
from lessons.l22_few_labels.experiments.few_labels import GROUPS
from workbook.claims import ClaimError
from workbook.records import recorded


@pytest.fixture
def right(monkeypatch):
    """Answers as if they had been recorded: drawn at random, by group and run."""
    draws = np.random.default_rng(0)
    answers = {
        (group, run): draws.random((len(one["seeds"]), scores.TEST)) < 0.6
        for group, one in GROUPS.items()
        for run in one["runs"]
    }
    monkeypatch.setattr(scores, "right", lambda group, run: answers[group, run])
    return answers


@pytest.fixture
def record(right):
    results: dict = {group: {} for group in GROUPS}
    for (group, run), answers in right.items():
        aucs = [(0.7 if run == "pattern" else 0.6) + 0.01 * draw for draw in range(len(answers))]
        results[group][run] = [
            {"accuracy": float(one.mean()), "auc": auc}
            for one, auc in zip(answers, aucs, strict=True)
        ]
    return {"results": results}


@pytest.fixture
def real():
    """The record, to be changed."""
    return deepcopy(recorded("few_labels"))


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
    assert scores.by_choice(record, "16", runs) == pytest.approx([0.2] * 5)  # all of them alike
    labelled["zero-shot 4"][2]["accuracy"] = 0.9
    assert scores.by_choice(record, "16", runs) == pytest.approx([0.2, 0.2, 0.3, 0.2, 0.2])
    for one, index in (("zero-shot", 0), ("zero-shot 5", 4)):
        labelled[one][1]["accuracy"], learned[runs[index]][1]["accuracy"] = 0.6, 0.5 * index
    assert scores.by_choice(record, "16", runs)[1] == pytest.approx((0 + 2) / 2)
    zero = scores.by_choice(record, "16", scores.RUNS_OF["zero-shot"])
    test = record["results"]["0"]["zero-shot 4"][0]["accuracy"]
    assert len(zero) == 5 and zero[2] == pytest.approx(test)


def test_every_way_and_number_has_its_cell(record):
    words = tables.methods(record, tables.gains(interval, record)).words
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


def test_claims_on_all_ways_can_fail(record, right):
    gains = tables.gains(interval, record)
    tables.methods(record, gains)
    for one in record["results"]["16"]["pattern"]:
        one["auc"] = 0.6
    with pytest.raises(ClaimError, match="orders reviews better"):
        tables.methods(record, gains)
    right["16", "VAT"] = np.ones_like(right["16", "VAT"])
    with pytest.raises(ClaimError, match="no way is better"):
        tables.methods(record, gains)


def set_all(record, group, runs, accuracy):
    for run in runs:
        for one in record["results"][group][run]:
            one["accuracy"] = accuracy


@pytest.mark.parametrize(
    ("show", "group", "runs", "accuracy", "broken"),
    [
        (recorded_figures.over_labels, "0", ["zero-shot"], 0.3, "16 labels change"),
        (recorded_figures.over_labels, "64", ["pattern"], 0.55, "64 labels are better"),
        (recorded_figures.pattern_spread, "0", scores.RUNS_OF["zero-shot"], 0.6, "11 points"),
        (recorded_figures.pattern_spread, "16", ["pattern"], 0.6, "draws differ more"),
        (tables.patterns, "16, labelled", ["zero-shot 2"], 1.0, "choose hardly better"),
        (tables.patterns, "64", scores.RUNS_OF["pattern"], 0.6, "promises up to 5"),
        (further.chinese, "Chinese, 0", ["zero-shot 3"], 0.6, "near chance"),
    ],
)
def test_claims_on_the_record_can_fail(real, show, group, runs, accuracy, broken):
    show(real)
    set_all(real, group, runs, accuracy)
    with pytest.raises(ClaimError, match=broken):
        show(real)


@pytest.mark.parametrize("show", [further.adversarial, further.pseudo_labels])
def test_claims_on_further_ways_can_fail(real, show, monkeypatch):
    assert show(real).words.count("16 labels") == 1
    way = {further.adversarial: "VAT", further.pseudo_labels: "pseudo-labels"}[show]
    answer = scores.right
    everything = np.ones((5, scores.TEST), dtype=bool)
    monkeypatch.setattr(
        scores, "right", lambda group, run: everything if run == way else answer(group, run)
    )
    with pytest.raises(ClaimError):
        show(real)


def test_our_translator_knows_numbers_and_invents_them():
    words = further.back_translation().words
    assert "trois cent vingt et un" in words
    assert "| trois mille" in words.splitlines()[-1]  # of a masterpiece


def test_a_positive_control_refutes_the_cloze_of_pairs(monkeypatch):
    rows = further.inference(24).words.splitlines()[1:]
    assert [row.split(" | ")[0] for row in rows][1] == "the premise, repeated"
    assert all(int(row.split(" | ")[2].rstrip("%")) > 70 for row in rows)
    monkeypatch.setattr(further, "ANSWERS", ("no", "maybe", "yes"))
    with pytest.raises(ClaimError, match="says yes to most"):
        further.inference(24)


def test_copies_are_shown_side_by_side():
    rows = further.examples("The film was very good , and I laughed a lot .").words.splitlines()[1:]
    assert [row.split(" | ")[0] for row in rows] == ["likely", "likely", "random", "random"]
