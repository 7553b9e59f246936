"""The further experiments show what was recorded, and their claims can fail."""

from copy import deepcopy

import numpy as np
import pytest

from bertlab.pretraining.generation import Candidate
from lessons.l08_pretraining import (
    further,
    gaps,
    letter_models,
    long_runs,
    recorded,
    stories,
    story_experiments,
    visible,
)
from tests.figure_checks import figure_tests, shows
from workbook import records
from workbook.claims import ClaimError

LETTERS, PAIRS = "held_out_masked_accuracy", "held_out_next_accuracy"
CURVE = {"tokens": [1000, 2000], "validation": [6.5, 5.0], "unigram": 6.0}
LINE = {"step": 2000, "validation_masked_accuracy": 0.3, "validation_next_accuracy": 0.6}
RUN = {"history": [LINE], "configuration": {"short_steps": 500, "held_out": 400}}

SEEDS = recorded.Curves([1, 2], np.array([[0.1, 0.3]] * 2))

test_figures_show = figure_tests(
    {
        "learning: a line for each seed": shows(
            lambda: letter_models._learning({"a": SEEDS}),
            y=[[0.1, 0.3]] * 2,
            texts=["a"],
        ),
        "lengths: differences to the frequencies": shows(
            lambda: further._lengths({"32": [CURVE, CURVE], "128": [CURVE]}, own_position=0.5),
            lines={
                "sequences of up to 128 tokens": [0.5, -1.0],
                "frequencies alone": [0, 0],
                "frequencies and the position itself": [-0.5, -0.5],
            },
        ),
        "long runs: a panel for each question": shows(
            lambda: long_runs._long_runs({"bert": RUN}), x=[[2000], [500, 500]] * 2
        ),
    }
)


@pytest.mark.usefixtures("lesson_style")
def test_what_was_recorded_is_shown(capsys):
    assert "left to right | 46.5 ± 0.3% | 46.4 ± 0.3%" in letter_models.which_kind().words
    assert "`bert-mini-en` | wiki | 469 | 26.6% | 60.6%" in long_runs.words_or_pairs().words
    assert "up to 32 tokens | 0.31 ± 0.04 | 0.59 ± 0.04" in further.short_sequences().words
    assert "head and last 3 layers | 5.5 M | 8.8 ± 1.0%" in further.readout().words


AT_FIRST, AT_700 = 0.2 * np.eye(16)[[0, 6]]


@pytest.mark.parametrize(
    ("kind", "score", "change", "broken"),
    [
        ("left to right", LETTERS, -0.03, "ahead in each seed"),
        ("left to right", LETTERS, AT_FIRST, "its lead grows"),
        ("left to right", LETTERS, 0.2, "its lead grows"),
        ("full, large", LETTERS, AT_700, "later"),
        ("left to right", "hidden", -0.04, "at hidden positions"),
        ("without next sentences", LETTERS, 0.02, "without pairs"),
        ("full, small", LETTERS, 0.02, "half the width"),
        ("full, large", LETTERS, 0.03, "four layers"),
        ("full, large", PAIRS, 0.1, "from a coin"),
    ],
)
def test_letter_models_that_break_a_claim(monkeypatch, kind, score, change, broken):
    curves, hidden = recorded.curves, recorded.accuracies_where_hidden

    def changed(of, name):
        steps, values = curves(of, name)
        return recorded.Curves(steps, values + (change if (of, name) == (kind, score) else 0))

    def changed_hidden(of):
        return np.array(hidden(of)) + (change if (of, "hidden") == (kind, score) else 0)

    monkeypatch.setattr(recorded, "curves", changed)
    monkeypatch.setattr(recorded, "accuracies_where_hidden", changed_hidden)
    with pytest.raises(ClaimError, match=broken):
        letter_models.which_kind()


@pytest.mark.parametrize(
    ("score", "first", "last", "value", "broken"),
    [
        ("validation_masked_accuracy", 5000, 5000, 0.2, "4/5 of their words"),
        ("validation_next_accuracy", 5000, 5000, 0.6, "57% of the pairs"),
        ("masked_lm", 1600, 2000, 5.8, "before the gray line"),
        ("masked_lm", 2600, 3000, 4.5, "before the gray line"),
    ],
)
def test_long_runs_that_break_a_claim(monkeypatch, score, first, last, value, broken):
    run_record = long_runs.run_record

    def changed(name):
        run = run_record(name)
        for line in run["history"]:
            if first <= line["step"] <= last:
                line[score] = value
        return run

    monkeypatch.setattr(long_runs, "run_record", changed)
    with pytest.raises(ClaimError, match=broken):
        long_runs.words_or_pairs()


def test_an_excess_is_a_mean_between_two_updates():
    losses = ((1000, 5.0, 6.0), (3000, 4.0, 4.5), (5000, 3.0, 3.0))
    names = "step", "masked_lm", "validation_masked_lm"
    run = {"history": [dict(zip(names, each, strict=True)) for each in losses]}
    assert long_runs.excess(run, 1000, 3000) == 0.75


@pytest.mark.parametrize(
    ("length", "place", "broken"),
    [("128", 2, "before each with 128"), ("32", -1, "below own position")],
)
def test_lengths_that_break_a_claim(monkeypatch, length, place, broken):
    record = deepcopy(records.recorded("plateau"))
    record["results"][length][0]["validation"][place] -= 1
    monkeypatch.setattr(records, "recorded", {"plateau": record}.__getitem__)
    monkeypatch.setattr(further, "_own_position", lambda: 0.536)
    with pytest.raises(ClaimError, match=broken):
        further.short_sequences()


@pytest.mark.parametrize(
    ("way", "value", "broken"),
    [
        ("head on layer 6", 0.14, "on layer 3 than on layer 6"),
        ("last 3 layers freed", 0.14, "last three layers"),
        ("all layers freed", 0.16, "low-rank updates"),
    ],
)
def test_ways_that_break_a_claim(monkeypatch, way, value, broken):
    record = deepcopy(records.recorded("readout"))
    record["results"]["ways"][way]["curves"][0][-1]["held_out_masked_accuracy"] = value
    monkeypatch.setattr(records, "recorded", {"readout": record}.__getitem__)
    with pytest.raises(ClaimError, match=broken):
        further.readout()


def test_gaps_are_rows():
    gap = [Candidate("<a>", 1, 0.5), Candidate("b", 2, 0.25)]
    table = gaps.gap_table("x & [MASK]", [gap, gap])
    assert table.count("<div") == 2 and "x &amp; [MASK]" in table
    assert "<span>&lt;a&gt;&nbsp;50%</span><span>b&nbsp;25%</span>" in table


@pytest.mark.parametrize(
    ("ends", "said"),
    [
        (["in", "out"], "ends: right: the right side decides."),
        (["up", "out"], "ends: not yet. The first guess is the same"),
        (["up"], "ends: not yet. Give two ends."),
        (["and went in.", "and began to read."], "ends: not yet. Those are the ends of the first"),
    ],
)
def test_ends_are_compared(monkeypatch, capsys, ends, said):
    def fill(model, tokenizer, text, top):
        return [[Candidate("door" if " in" in text else "book", 0, 0.5)] * top]

    monkeypatch.setattr(gaps, "fill_mask", fill)
    gaps.compare_ends(None, None, "a [MASK]", ends)
    assert said in capsys.readouterr().out


@pytest.fixture
def kinds(monkeypatch):
    """Models that are numbers: how many words they name, of 100."""
    monkeypatch.setattr(
        story_experiments, "story_berts", lambda always_mask=False: [60 if always_mask else 90]
    )
    monkeypatch.setattr(stories, "new_model", lambda told, seed: 1)
    monkeypatch.setattr(stories, "filled", lambda model, told, gaps: 8 if model > 1 else 0)
    monkeypatch.setattr(visible, "words_named", lambda model, told: model / 100)
    monkeypatch.setattr(visible, "words_read", lambda model, told: 1.0)


@pytest.mark.parametrize(
    ("three", "alone", "broken"),
    [([84, 90], [60], "over 85%"), ([90], [60, 86], "over 85%"), ([90], [70, 82], "on average")],
)
def test_what_kinds_of_corruption_do_to_visible_words(kinds, monkeypatch, three, alone, broken):
    assert "[MASK] alone | 8 | 60% | 100%" in story_experiments.nothing_is_hidden().words
    found = {False: three, True: alone}
    monkeypatch.setattr(
        story_experiments, "story_berts", lambda always_mask=False: found[always_mask]
    )
    with pytest.raises(ClaimError, match=broken):
        story_experiments.nothing_is_hidden()


def test_sentences_that_are_written_are_judged(monkeypatch):
    lines = iter(["anna opened the door and went in ."] * 40 + ["he street the door"] * 80)
    monkeypatch.setattr(story_experiments, "story_berts", lambda: [None] * 3)
    monkeypatch.setattr(story_experiments, "gibbs_sample", lambda *_, **__: [next(lines)])
    with pytest.raises(ClaimError, match="a fifth or more"):
        story_experiments.writes()
