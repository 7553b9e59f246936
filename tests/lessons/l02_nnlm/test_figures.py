"""The pictures and diagrams of the lesson on neural language models show what they are given."""

import numpy as np
import pytest
import torch
from torch import nn

from lessons.l02_nnlm import diagrams, figures
from lessons.l02_nnlm.measure import Pass, Perplexities
from tests.figure_checks import lines
from workbook.diagrams import overlaps

PASSES = [
    Pass(
        [1000.0, 250.0],
        Perplexities(220.0, 280.0, 12.0),
        Perplexities(490.0, 640.0, 13.0),
        Perplexities(210.0, 370.0, 13.0),
        nn.Identity(),
    ),
    Pass(
        [2000.0, 180.0],
        Perplexities(230.0, 290.0, 12.0),
        Perplexities(510.0, 660.0, 13.0),
        Perplexities(220.0, 390.0, 13.0),
        nn.Identity(),
    ),
]


def test_followers_stand_above_their_words_and_counts():
    values = {"trigram": [0.05, 1e-5], "network": [0.02, 0.01]}
    (axes,) = figures.draw_followers({"three": 6, "eight": 0}, values, "million").axes
    drawn = {line.get_label(): list(line.get_xdata()) for line in axes.lines}
    assert drawn == values
    assert [text.get_text() for text in axes.get_yticklabels()] == ["three  6", "eight  0"]
    assert axes.get_xscale() == "log"


def test_passes_have_a_curve_each_for_both_texts():
    (axes,) = figures.draw_passes([(500.0, 200.0), (210.0, 190.0)]).axes
    assert lines(axes) == {
        "training text, during the pass": [500, 210],
        "validation text, after the pass": [200, 190],
    }
    assert axes.get_ylim()[0] == 0


def test_a_first_pass_is_drawn_batch_by_batch_with_its_mean_and_its_end():
    (axes,) = figures.draw_first_pass(PASSES).axes
    found = lines(axes)
    assert found["training text, batch by batch"] == [1000, 250]
    assert found["their mean"] == pytest.approx([(500 + 600) / 2] * 2)
    assert found["training text, scored again"] == [220, 230]
    assert found["validation text"] == [210, 220]


def test_three_texts_are_bars_with_a_dot_for_each_seed():
    (axes,) = figures.draw_known(PASSES, [0.07, 0.08, 0.16]).axes
    assert [bar.get_height() for bar in axes.patches] == [225, 500, 215, 285, 650, 380]
    assert axes.lines[0].get_ydata().tolist() == [220, 230]
    assert axes.get_xticklabels()[2].get_text().endswith("16% <unk>")


def test_mixtures_are_a_mean_and_a_line_for_each_seed():
    (axes,) = figures.draw_mixtures(np.array([0.0, 1.0]), [[9.0, 8.0], [7.0, 6.0]]).axes
    assert lines(axes)["mean of 2 seeds"] == [8, 7]
    assert [line.get_ydata().tolist() for line in axes.lines] == [[9, 8], [7, 6], [8, 7]]


def test_groups_have_a_dot_for_each_seed():
    values = {"m": np.array([[1.0, 2.0], [3.0, 4.0]]), "n": np.array([[5.0, 6.0], [7.0, 8.0]])}
    (axes,) = figures.draw_groups({"x": 0.25, "y": 0.75}, values).axes
    assert [line.get_ydata().tolist() for line in axes.lines] == [[1, 3], [2, 4], [5, 7], [6, 8]]
    assert axes.get_legend_handles_labels()[1] == ["m", "n"]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["x\n25%", "y\n75%"]


def test_cost_is_a_curve_with_two_marked_places():
    (axes,) = figures.draw_cost([10, 128, 8000], [0.1, 0.5, 0.98], half=128, ours=8000).axes
    assert axes.lines[0].get_ydata().tolist() == [0.1, 0.5, 0.98]
    said = {text.get_text(): text.xy for text in axes.texts}
    assert said == {"V = 8,000: 98%": (8000, 0.98), "V = 128: one half": (128, 0.5)}
    assert axes.get_xscale() == "log"


def test_reach_has_a_mean_and_the_window():
    (axes,) = figures.draw_reach([1, 4], np.array([[9.0, 7.0], [8.0, 6.0]]), window=7.5).axes
    found = lines(axes)
    assert found["window of 4"] == [7.5, 7.5]
    assert [8.5, 6.5] in found.values()
    assert [text.get_text() for text in axes.get_xticklabels()] == ["1", "4"]


@pytest.mark.parametrize(
    ("draw", "says"),
    [
        (
            lambda: diagrams.look_up(torch.eye(3, 2), 1, ["the", "seven", "eight"]),
            ["one-hot", "vector of “seven”"],
        ),
        (
            lambda: diagrams.network(["about", "eight"], ["years", "million"], [0.5, 0.25]),
            ["(T m)", "(D)", "softmax: (V)"],
        ),
        (
            lambda: diagrams.network(["about", "eight"], ["years"], [0.5], direct=True),
            ["(not in"],
        ),
        (lambda: diagrams.recurrent(["the", "river", "froze"]), ["state (D)", "scores (V)"]),
        (
            lambda: diagrams.truncated(["a", "b", "c", "d"], 2),
            ["chunk 1", "chunk 2", "gradient", "detach()"],
        ),
    ],
)
def test_diagrams_say_what_they_show_and_nothing_overlaps(draw, says, drawn):
    draw()
    (drawing,) = drawn
    assert overlaps(drawing) == []
    said = " ".join(drawing.words())
    assert [words for words in says if words not in said] == []


def test_no_gradient_leads_back_across_chunks(drawn):
    diagrams.truncated(["a", "b", "c", "d"], 2)
    said = " ".join(drawn[0].words())
    assert "s_2 → s_1" in said
    assert "s_4 → s_3" in said
    assert "s_2 → s_3" in said  # the value crosses
    assert "s_3 → s_2" not in said
