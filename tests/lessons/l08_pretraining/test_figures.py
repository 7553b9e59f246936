"""The pictures of the lesson on pre-training show what they are given, without overlaps."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from bertlab.pretraining.generation import Candidate
from bertlab.pretraining.masking import Masked
from lessons.l08_pretraining import diagrams, figures, results, riddle
from lessons.l08_pretraining.measure import Guesses
from tests.figure_checks import lines
from workbook.diagrams import overlaps


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def test_diagrams_can_be_read(drawn):
    diagrams.two_questions()
    diagrams.three_fates()
    diagrams.two_losses()
    assert [overlaps(drawing) for drawing in drawn] == 3 * [[]]


def test_both_sides_have_a_panel_each():
    gap = [Candidate("door", 1, 0.5), Candidate("box", 2, 0.25)]
    upper, lower = figures.draw_both_sides({"a [MASK] b": gap, "a [MASK] c": gap[:1]}).axes
    assert [bar.get_width() for bar in upper.patches] == [0.5, 0.25]
    assert lower.get_title(loc="left") == "a ____ c" and len(lower.patches) == 1


def test_learning_is_drawn_in_means_of_ten():
    (axes,) = figures.draw_learning([[2.0] * 10 + [1.0] * 12, [3.0] * 22], know_nothing=4.5).axes
    assert lines(axes)["your BERT, 2 seeds"] == [2.0, 1.0]
    assert lines(axes)["equal probabilities"][0] == 4.5


def test_a_masked_text_shows_what_stood_there():
    masked = Masked(np.array([0, 3, 2]), np.array([1]), np.array([1]))
    first, second, third = figures.mask_table(masked, ["[CLS]", "a<b", "x", "[MASK]"]).split(
        "</div>"
    )[:3]
    assert "[MASK]<br><b>a&lt;b</b>" in second and figures.ASKED in second
    for plain in (first, third):
        assert "<b>&nbsp;</b>" in plain and figures.PLAIN in plain


def test_grids_count_how_often_a_token_is_asked_for():
    grid = np.array([[True, False, True], [True, False, False]])
    upper, lower = figures.draw_grids({"a": grid, "b": ~grid}, ["the", "man", "went"]).axes
    assert [text.get_text() for text in upper.texts] == ["2", "0", "1"]
    assert [text.get_text() for text in lower.texts] == ["0", "2", "1"]
    assert lower.get_title(loc="left") == "b"
    assert [text.get_text() for text in lower.get_xticklabels()] == ["the", "man", "went"]


def test_coverage_counts_epochs_from_one():
    (axes,) = figures.draw_coverage({"one mask": np.array([0.15, 0.15])}).axes
    assert list(axes.lines[0].get_xdata()) == [1, 2]


CURVE = {"tokens": [1000, 2000], "validation": [6.5, 5.0], "unigram": 6.0}


def test_descents_are_losses_beside_two_guesses():
    (axes,) = figures.draw_descent([CURVE, CURVE], vocab_size=1000).axes
    found = lines(axes)
    assert found["a small BERT, 2 seeds"] == [6.5, 5.0]
    assert found["equal probabilities"][0] == pytest.approx(np.log(1000))
    assert found["frequencies alone (unigram)"][0] == 6.0
    assert list(axes.lines[0].get_xdata()) == [1, 2]


def test_lengths_have_a_curve_for_each_seed():
    (axes,) = figures.draw_lengths({"32": [CURVE, CURVE], "128": [CURVE]}, own_place=0.5).axes
    found = lines(axes)
    assert found["sequences of up to 128"] == [0.5, -1.0]
    assert found["frequencies alone (unigram)"] == [0, 0]
    assert found["frequencies and own place"] == [-0.5, -0.5]
    assert len(axes.lines) == 5


def test_named_words_have_a_dot_for_each_seed():
    upper, lower = figures.draw_named({"a": [0.9, 0.8], "b": [0.5]}, {"a": [1.0]}).axes
    assert [list(row.get_xdata()) for row in upper.lines] == [[0.9, 0.8], [0.5]]
    assert [list(row.get_xdata()) for row in lower.lines] == [[1.0]]
    assert [text.get_text() for text in upper.get_yticklabels()] == ["a", "b"]


def test_a_schedule_is_drawn_as_it_is():
    (axes,) = figures.draw_schedule([0.5, 1.0, 0.5], warmup=2).axes
    assert list(axes.lines[0].get_ydata()) == [0.5, 1.0, 0.5]
    assert list(axes.lines[1].get_xdata()) == [2, 2]


def test_losses_around_the_line_are_means():
    run = {
        "history": [
            {"step": step, "masked_lm": own, "validation_masked_lm": held_out}
            for step, own, held_out in ((1000, 5.0, 6.0), (3000, 4.0, 4.5), (5000, 3.0, 3.0))
        ]
    }
    assert results.word_losses(run, 1000, 3000) == (4.5, 5.25)


def test_long_runs_have_a_panel_for_each_question():
    line = {"step": 2000, "validation_masked_accuracy": 0.3, "validation_next_accuracy": 0.6}
    run = {"history": [line], "configuration": {"short_steps": 500, "held_out": 400}}
    left, right = results.draw_long_runs({"bert": run}).axes
    assert lines(left)["bert"] == [0.3] and lines(right)["bert"] == [0.6]
    coin = right.patches[0].get_extents().transformed(right.transData.inverted())
    assert (coin.y0, coin.y1) == (pytest.approx(0.45), pytest.approx(0.55))
    assert list(left.lines[0].get_xdata()) == [2.0]
    assert list(left.lines[1].get_xdata()) == [0.5, 0.5]


def test_scores_in_a_line():
    scores = {"masked_accuracy": 0.25, "next_accuracy": 0.5, "masked_lm": np.log(20)}
    assert results.scores_line(scores) == "words 25.0% (perplexity 20.0), pairs 50.0%"


LOGGED = {
    "step": 10,
    "held_out_masked_accuracy": 0.4,
    "masked_lm": 2.0,
    "held_out_masked_lm": 3.0,
}


def test_comparisons_have_a_mean_a_range_and_hidden_places():
    higher = {**LOGGED, "held_out_masked_accuracy": 0.6}
    curves = {"a": [[LOGGED], [higher]], "b": [[LOGGED]]}
    (axes,) = results.draw_comparison(curves, {10: [0.25, 0.375]}).axes
    names = [text.get_text() for text in axes.get_legend().get_texts()]
    assert names == ["a", "b", "b: hidden alone"]
    assert lines(axes)["a"] == [0.5] and lines(axes)["b"] == [0.4]
    assert lines(axes)["b: hidden alone"] == [0.25, 0.375]


def test_waiting_models_have_a_curve_for_each_seed():
    (axes,) = results.draw_waiting(
        {"a": [[LOGGED], [LOGGED]], "b": [[LOGGED]]}, Guesses(3.5, 3.25)
    ).axes
    assert len(axes.lines) == 4 and lines(axes)["frequencies alone"] == [3.5, 3.5]
    assert results.held_out_at([[LOGGED], [{**LOGGED, "step": 20}]], 20) == [3.0]


def test_a_lead_is_a_difference_of_means():
    def kind(*shares):
        return {"curves": [[{"step": 10, "held_out_masked_accuracy": share}] for share in shares]}

    found = results.lead(kind(0.5, 0.7), kind(0.25, 0.35))
    assert found == {10: pytest.approx(30)}


def test_training_and_held_out_loss_stand_below_each_other():
    left, right = results.draw_two_losses({"a": [[LOGGED]]}).axes
    assert lines(left)["a"] == [2.0] and lines(right)["a"] == [3.0]


def test_a_readout_has_a_bar_for_each_way():
    curves = [
        [{"held_out_masked_accuracy": 0.0}, {"held_out_masked_accuracy": a}] for a in (0.1, 0.3)
    ]
    ways = {"head": {"trained": 200_000, "curves": curves}}
    (axes,) = results.draw_readout(ways, longer=0.4).axes
    assert [bar.get_width() for bar in axes.patches] == [pytest.approx(0.2)]
    assert list(axes.lines[0].get_xdata()) == [0.1, 0.3]
    assert list(axes.lines[1].get_xdata()) == [0.4]
    assert [text.get_text() for text in axes.texts] == ["20.0 ± 14.1%"]
    assert [text.get_text() for text in axes.get_yticklabels()] == ["head (0.2 M)"]


def test_gaps_are_rows():
    gap = [Candidate("<a>", 1, 0.5), Candidate("b", 2, 0.25)]
    table = figures.gap_table("x & [MASK]", [gap, gap])
    assert table.count("<div") == 2 and "x &amp; [MASK]" in table
    assert "<span>&lt;a&gt;&nbsp;50%</span><span>b&nbsp;25%</span>" in table


def test_fates_have_a_dot_for_each_seed():
    means = np.array([[3.5, 4.0, 1.0], [3.25, 4.5, 0.5]])
    upper, lower = riddle.draw_fates({400: means, 1600: means / 2}, Guesses(3.6, 3.3)).axes
    assert [list(row.get_xdata()) for row in upper.lines[:3]] == means.T.tolist()
    assert list(upper.lines[3].get_xdata()) == [3.6, 3.6]
    assert lower.get_title(loc="left") == "update 1,600"
    assert [text.get_text() for text in lower.get_yticklabels()] == [*riddle.FATES]
