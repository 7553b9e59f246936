"""The pictures of the lesson on neural language models show what they are given."""

from itertools import pairwise

import numpy as np

from lessons.l02_nnlm import figures
from tests.figure_checks import lines


def test_every_step_leads_from_one_box_to_the_next():
    (axes,) = figures.draw_steps().axes
    heights = {text.get_text(): text.get_position()[1] for text in axes.texts if text.get_text()}
    for below, (part, step) in enumerate(figures.STEPS.items()):
        assert heights[part] == below
        assert not step or below < heights[step] < below + 1
    assert sum(bool(getattr(text, "arrowprops", None)) for text in axes.texts) == 4


def test_passes_have_a_curve_each_for_both_texts():
    (axes,) = figures.draw_passes([(500.0, 200.0), (210.0, 190.0)]).axes
    assert lines(axes) == {"training text": [500, 210], "validation text": [200, 190]}
    assert axes.get_ylim()[0] == 0


def test_models_stand_side_by_side_with_the_trigram():
    epochs = {"a": [[[3.0, 4.0], [1.0, 2.0]]] * 2, "b": [[[5.0, 6.0], [7.0, 8.0]]] * 2}
    left, right = figures.draw_models(epochs, trigram=2.5).axes
    assert [axes.get_title("center") for axes in (left, right)] == ["a", "b"]
    found = lines(right)
    assert (found["training"], found["validation"]) == ([5, 7], [6, 8])
    assert found["trigram, validation"] == [2.5, 2.5]
    assert len(left.lines) == 5  # two curves a seed and the trigram


def test_mixtures_have_a_curve_for_each_seed():
    (axes,) = figures.draw_mixtures(np.array([0.0, 1.0]), [[9.0, 8.0], [7.0, 6.0]]).axes
    assert lines(axes) == {"seed 0": [9, 8], "seed 1": [7, 6]}


def test_groups_are_bars_side_by_side():
    (axes,) = figures.draw_groups({"x": 0.25, "y": 0.75}, {"m": [1.0, 2.0], "n": [3.0, 4.0]}).axes
    bars = sorted(axes.patches, key=lambda bar: bar.get_x())
    assert [bar.get_height() for bar in bars] == [1, 3, 2, 4]
    assert all(a.get_x() + a.get_width() <= b.get_x() for a, b in pairwise(bars))
    assert [text.get_text() for text in axes.get_xticklabels()] == [
        "x\n25% of tokens",
        "y\n75% of tokens",
    ]


def test_cost_is_in_millions_and_shares_in_percent():
    numbers = (np.array(values) for values in ([1e6, 2e6], [0.5, 0.75], [0.25, 0.5]))
    left, right = figures.draw_cost([10, 20], *numbers).axes
    assert left.lines[0].get_ydata().tolist() == [1, 2]
    assert lines(right) == {
        "multiplications, counted": [50, 75],
        "training step, measured": [25, 50],
    }


def test_reach_has_a_curve_for_each_seed_and_the_window():
    (axes,) = figures.draw_reach([1, 4], np.array([[9.0, 7.0], [8.0, 6.0]]), window=7.5).axes
    found = lines(axes)
    assert (found["recurrent, seed 0"], found["recurrent, seed 1"]) == ([9, 7], [8, 6])
    assert found["window of 4"] == [7.5, 7.5]
    assert [text.get_text() for text in axes.get_xticklabels()] == ["1", "4"]
