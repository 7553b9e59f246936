"""The pictures of the lesson on pre-training show what they are given."""

import numpy as np
import pytest

from bertlab.pretraining.generation import Candidate
from bertlab.pretraining.masking import Masked
from lessons.l08_pretraining import figures
from tests.figure_checks import lines


def test_a_masked_text_shows_what_stood_there():
    masked = Masked(np.array([0, 3, 2]), np.array([1]), np.array([1]))
    first, second, third = figures.mask_table(masked, ["[CLS]", "a<b", "x", "[MASK]"]).split(
        "</div>"
    )[:3]
    assert "[MASK]<br><b>a&lt;b</b>" in second and figures.ASKED in second
    for plain in (first, third):
        assert "<b>&nbsp;</b>" in plain and figures.PLAIN in plain


def test_masks_are_shares():
    left, right = figures.draw_masks(
        np.array([8.0, 1, 1]), np.array([3.0, 6]), np.array([20.0, 40])
    ).axes
    assert [bar.get_height() for bar in left.patches] == [0.8, 0.1, 0.1]
    assert [bar.get_height() for bar in right.patches] == [0.15, 0.15]


def test_coverage_counts_epochs_from_one():
    (axes,) = figures.draw_coverage({"one mask": np.array([0.15, 0.15])}).axes
    assert list(axes.lines[0].get_xdata()) == [1, 2]


CURVE = {"tokens": [1000, 2000], "validation": [6.5, 5.0], "unigram": 6.0}


def test_descents_are_heights_above_the_unigram_guess():
    (axes,) = figures.draw_descent([CURVE, CURVE], vocab_size=1000).axes
    found = lines(axes)
    assert found["a small BERT, 2 seeds"] == [0.5, -1.0]
    assert found["equal shares for all"][0] == pytest.approx(np.log(1000) - 6)
    assert list(axes.lines[0].get_xdata()) == [1, 2]


def test_plateaus_have_a_curve_for_each_seed():
    (axes,) = figures.draw_plateaus({"32": [CURVE, CURVE], "128": [CURVE]}, margin=0.3).axes
    found = lines(axes)
    assert found["sequences of up to 128"] == [0.5, -1.0] and found["plateau left"] == [-0.3, -0.3]
    assert len(axes.lines) == 4


def test_long_runs_have_a_panel_for_each_question():
    line = {"step": 2000, "validation_masked_accuracy": 0.3, "validation_next_accuracy": 0.6}
    run = {"history": [line], "configuration": {"short_steps": 500}}
    left, right = figures.draw_long_runs({"bert": run}).axes
    assert lines(left)["bert"] == [0.3] and lines(right)["bert"] == [0.6]
    assert list(left.lines[0].get_xdata()) == [2.0]
    assert list(left.lines[1].get_xdata()) == [0.5, 0.5]


def test_scores_in_a_line():
    scores = {"masked_accuracy": 0.25, "next_accuracy": 0.5, "masked_lm": np.log(20)}
    assert figures.scores_line(scores) == "words 25.0% (perplexity 20.0), pairs 50.0%"


LOGGED = {
    "step": 10,
    "held_out_masked_accuracy": 0.4,
    "masked_lm": 2.0,
    "held_out_masked_lm": 3.0,
}


def test_comparisons_name_each_kind_once():
    (axes,) = figures.draw_comparison({"a": [[LOGGED], [LOGGED]], "b": [[LOGGED]]}).axes
    assert [text.get_text() for text in axes.get_legend().get_texts()] == ["a", "b"]
    assert lines(axes)["a"] == [0.4]


def test_a_lead_is_a_difference_of_means():
    def kind(*shares):
        return {"curves": [[{"step": 10, "held_out_masked_accuracy": share}] for share in shares]}

    found = figures.lead(kind(0.5, 0.7), kind(0.25, 0.35))
    assert found == {10: pytest.approx(30)}


def test_training_and_held_out_loss_stand_side_by_side():
    left, right = figures.draw_two_losses({"a": [[LOGGED]]}).axes
    assert lines(left)["a"] == [2.0] and lines(right)["a"] == [3.0]


def test_a_readout_has_a_bar_for_each_way():
    curves = [
        [{"held_out_masked_accuracy": 0.0}, {"held_out_masked_accuracy": a}] for a in (0.1, 0.3)
    ]
    ways = {"head": {"trained": 200_000, "curves": curves}}
    (axes,) = figures.draw_readout(ways, longer=0.4).axes
    assert [bar.get_width() for bar in axes.patches] == [pytest.approx(0.2)]
    assert list(axes.lines[0].get_xdata()) == [0.1, 0.3]
    assert list(axes.lines[1].get_xdata()) == [0.4]
    assert [text.get_text() for text in axes.texts] == ["20.0 ± 14.1%"]
    assert [text.get_text() for text in axes.get_yticklabels()] == ["head (0.2 M)"]


def test_gaps_are_rows():
    gap = [Candidate("<a>", 1, 0.5), Candidate("b", 2, 0.25)]
    table = figures.gap_table("x & [MASK]", [gap, gap])
    assert table.count("<tr>") == 2 and "x &amp; [MASK]" in table
    assert "<td>&lt;a&gt; 50%</td><td>b 25%</td>" in table
