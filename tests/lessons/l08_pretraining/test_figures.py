"""The pictures of the lesson on pre-training show what they are given."""

import numpy as np
import pytest

from bertlab.pretraining.generation import Candidate
from bertlab.pretraining.masking import Masked
from lessons.l08_pretraining import figures, results, riddle
from lessons.l08_pretraining.measure import Guesses
from tests.figure_checks import figure_tests, shows

CURVE = {"tokens": [1000, 2000], "validation": [6.5, 5.0], "unigram": 6.0}
LINE = {"step": 2000, "validation_masked_accuracy": 0.3, "validation_next_accuracy": 0.6}
RUN = {"history": [LINE], "configuration": {"short_steps": 500, "held_out": 400}}
LOGGED = {"step": 10, "held_out_masked_accuracy": 0.4, "held_out_masked_lm": 3.0}
HIGHER = {**LOGGED, "held_out_masked_accuracy": 0.6}
GRID = np.array([[True, False, True], [True, False, False]])
READOUT = [[{"held_out_masked_accuracy": 0.0}, {"held_out_masked_accuracy": a}] for a in (0.1, 0.3)]
FATES = np.array([[3.5, 4.0, 1.0], [3.25, 4.5, 0.5]])

test_figures_show = figure_tests(
    {
        "learning: means of ten": shows(
            lambda: figures.draw_learning([[2.0] * 10 + [1.0] * 12, [3.0] * 22], 4.5),
            lines={"your BERT, 2 seeds": [2.0, 1.0]},
        ),
        "grids: how often a token is asked for": shows(
            lambda: figures.draw_grids({"a": GRID, "b": ~GRID}, ["the", "man", "went"]),
            texts=["2", "0", "1", "0", "2", "1"],
        ),
        "coverage: epochs from one": shows(
            lambda: figures.draw_coverage({"one mask": np.array([0.15, 0.15])}), x=[[1, 2]]
        ),
        "lengths: differences to the frequencies": shows(
            lambda: figures.draw_lengths({"32": [CURVE, CURVE], "128": [CURVE]}, own_place=0.5),
            lines={
                "sequences of up to 128": [0.5, -1.0],
                "frequencies alone (unigram)": [0, 0],
                "frequencies and own place": [-0.5, -0.5],
            },
        ),
        "long runs: a panel for each question": shows(
            lambda: results.draw_long_runs({"bert": RUN}), x=[[2.0], [0.5, 0.5]] * 2 + [[0, 1]]
        ),
        "comparisons: a mean, and hidden places": shows(
            lambda: results.draw_comparison(
                {"a": [[LOGGED], [HIGHER]], "b": [[LOGGED]]}, {10: [0.25, 0.375]}
            ),
            lines={"a": [0.5], "b": [0.4], "b: hidden alone": [0.25, 0.375]},
        ),
        "a readout: a mean and each seed": shows(
            lambda: results.draw_readout({"head": {"trained": 200_000, "curves": READOUT}}, 0.4),
            widths=[0.2],
            x=[[0.1, 0.3], [0.4]],
            texts=["20.0 ± 14.1%"],
            rows=["head (0.2 M)"],
        ),
        "fates: a dot for each seed": shows(
            lambda: riddle.draw_fates({400: FATES, 1600: FATES / 2}, Guesses(3.6, 3.3)),
            x=[*FATES.T, [3.6] * 2, *FATES.T / 2, [3.6] * 2],
            rows=[*riddle.FATES] * 2,
        ),
    }
)


def test_a_masked_text_shows_what_stood_there():
    masked = Masked(np.array([0, 3, 2]), np.array([1]), np.array([1]))
    first, second, third = figures.mask_table(masked, ["[CLS]", "a<b", "x", "[MASK]"]).split(
        "</div>"
    )[:3]
    assert "[MASK]<br><b>a&lt;b</b>" in second and figures.ASKED in second
    for plain in (first, third):
        assert "<b>&nbsp;</b>" in plain and figures.PLAIN in plain


def test_losses_around_the_line_are_means():
    run = {
        "history": [
            {"step": step, "masked_lm": own, "validation_masked_lm": held_out}
            for step, own, held_out in ((1000, 5.0, 6.0), (3000, 4.0, 4.5), (5000, 3.0, 3.0))
        ]
    }
    assert results.word_losses(run, 1000, 3000) == (4.5, 5.25)


def test_scores_in_a_line():
    scores = {"masked_accuracy": 0.25, "next_accuracy": 0.5, "masked_lm": np.log(20)}
    assert results.scores_line(scores) == "words 25.0% (perplexity 20.0), pairs 50.0%"


def test_waiting_models_have_a_curve_for_each_seed():
    (axes,) = results.draw_waiting(
        {"a": [[LOGGED], [LOGGED]], "b": [[LOGGED]]}, Guesses(3.5, 3.25)
    ).axes
    assert len(axes.lines) == 4 and list(axes.lines[-1].get_ydata()) == [3.5, 3.5]
    assert results.held_out_at([[LOGGED], [{**LOGGED, "step": 20}]], 20) == [3.0]


def test_a_lead_is_a_difference_of_means():
    def kind(*shares):
        return {"curves": [[{"step": 10, "held_out_masked_accuracy": share}] for share in shares]}

    found = results.lead(kind(0.5, 0.7), kind(0.25, 0.35))
    assert found == {10: pytest.approx(30)}


def test_gaps_are_rows():
    gap = [Candidate("<a>", 1, 0.5), Candidate("b", 2, 0.25)]
    table = figures.gap_table("x & [MASK]", [gap, gap])
    assert table.count("<div") == 2 and "x &amp; [MASK]" in table
    assert "<span>&lt;a&gt;&nbsp;50%</span><span>b&nbsp;25%</span>" in table
