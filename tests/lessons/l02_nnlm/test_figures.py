"""The pictures and diagrams of the lesson on neural language models show what they are given."""

from itertools import pairwise

import numpy as np
import pytest
import torch
from matplotlib.colors import to_hex

from lessons.l02_nnlm import diagrams, figures
from lessons.l02_nnlm.measure import Pass, Perplexities
from tests.figure_checks import lines
from workbook.diagrams import overlaps

PASSES = [
    Pass(500.0, Perplexities(220.0, 280.0, 12.0), Perplexities(210.0, 370.0, 13.0)),
    Pass(520.0, Perplexities(230.0, 290.0, 12.0), Perplexities(220.0, 390.0, 13.0)),
]


def test_followers_stand_above_their_words_and_counts():
    values = {"trigram": [0.05, 1e-5], "network": [0.02, 0.01]}
    (axes,) = figures.draw_followers({"three": 6, "eight": 0}, values, "million").axes
    assert lines(axes) == values
    assert [text.get_text() for text in axes.get_xticklabels()] == ["three\n6", "eight\n0"]
    assert axes.get_yscale() == "log"


def test_passes_have_a_curve_each_for_both_texts():
    (axes,) = figures.draw_passes([(500.0, 200.0), (210.0, 190.0)]).axes
    assert lines(axes) == {
        "training text, during the pass": [500, 210],
        "validation text, after the pass": [200, 190],
    }
    assert axes.get_ylim()[0] == 0


def test_a_pass_is_drawn_as_means_with_a_dot_for_each_seed():
    (axes,) = figures.draw_again(PASSES).axes
    assert [bar.get_height() for bar in axes.patches] == [510, 225, 215]
    assert axes.lines[0].get_ydata().tolist() == [500, 520]
    (axes,) = figures.draw_known(PASSES).axes
    assert [bar.get_height() for bar in axes.patches] == [225, 215, 285, 380]
    colors = [to_hex(bar.get_facecolor()) for bar in axes.patches]
    assert colors[0] == colors[2] != colors[1] == colors[3]  # a color for each text


def test_models_stand_side_by_side_with_the_trigram():
    epochs = {"a": [[[3.0, 4.0], [1.0, 2.0]]] * 2, "b": [[[5.0, 6.0], [7.0, 8.0]]] * 2}
    left, right = figures.draw_models(epochs, trigram=2.5).axes
    assert [axes.get_title("center") for axes in (left, right)] == ["a", "b"]
    found = lines(right)
    assert (found["training, during"], found["validation"]) == ([5, 7], [6, 8])
    assert found["trigram, validation"] == [2.5, 2.5]
    assert len(left.lines) == 5  # two curves a seed and the trigram


def test_mixtures_are_a_mean_and_a_band():
    (axes,) = figures.draw_mixtures(np.array([0.0, 1.0]), [[9.0, 8.0], [7.0, 6.0]]).axes
    assert list(lines(axes).values()) == [[8, 7]]
    heights = axes.collections[0].get_paths()[0].vertices[:, 1]
    assert (heights.min(), heights.max()) == (6, 9)


def test_groups_are_bars_side_by_side():
    (axes,) = figures.draw_groups({"x": 0.25, "y": 0.75}, {"m": [1.0, 2.0], "n": [3.0, 4.0]}).axes
    bars = sorted(axes.patches, key=lambda bar: bar.get_x())
    assert [bar.get_height() for bar in bars] == [1, 3, 2, 4]
    assert all(a.get_x() + a.get_width() <= b.get_x() for a, b in pairwise(bars))
    assert [text.get_text() for text in axes.get_xticklabels()] == [
        "x\n25% of tokens",
        "y\n75% of tokens",
    ]


def test_cost_is_in_millions_and_proportions_in_percent():
    numbers = (np.array(values) for values in ([1e6, 2e6], [0.5, 0.75], [0.25, 0.5]))
    left, right = figures.draw_cost([10, 20], *numbers).axes
    assert left.lines[0].get_ydata().tolist() == [1, 2]
    assert lines(right) == {
        "multiplications, counted": [50, 75],
        "training step, measured": [25, 50],
    }


def test_reach_has_a_mean_with_a_band_and_the_window():
    (axes,) = figures.draw_reach([1, 4], np.array([[9.0, 7.0], [8.0, 6.0]]), window=7.5).axes
    found = lines(axes)
    assert found["window of 4"] == [7.5, 7.5]
    assert [8.5, 6.5] in found.values()
    assert len(axes.collections) == 1
    assert [text.get_text() for text in axes.get_xticklabels()] == ["1", "4"]


def test_choices_are_proportions_by_pair_and_over_all():
    right = [np.array([True, False]), np.array([True, True])]
    answers = {name: right for name in ("frequent", "counting", "network", "mixture")}
    (axes,) = figures.draw_choices([("is", "are"), ("a", "an")], answers).axes
    means = axes.containers[3].lines[0].get_ydata()
    assert means.tolist() == [0.5, 1, 0.75]
    assert [text.get_text() for text in axes.get_xticklabels()] == [
        "is / are\n2",
        "a / an\n2",
        "all gaps\n4",
    ]
    assert axes.get_ylim()[0] < 0.5


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
            ["W: direct"],
        ),
        (lambda: diagrams.recurrent(["the", "river", "froze"]), ["state, (D)", "scores, (V)"]),
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
