"""Curves and rates show what they are given."""

import matplotlib.pyplot as plt
import pytest

from bertlab.probing.leads import Lead, score_of
from lessons.l17_what_to_predict import figures_learned
from lessons.l17_what_to_predict.learned import Point
from lessons.l17_what_to_predict.learning.operations import Work


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def points(*scores):
    return [
        Point(step, Work(step * 10, step * 2000, step * 3_000_000_000), score_of([f1, f1 + 0.02]))
        for step, f1 in zip((0, 500, 1000), scores, strict=False)
    ]


def test_curves_are_drawn_against_three_units():
    curves = {"one": points(0.5, 0.55, 0.6), "two": points(0.5, 0.52)}
    figure = figures_learned.draw_curves(curves, "What is to be seen")
    assert figure.get_suptitle() == "What is to be seen"
    places = {
        "updates": [0, 500, 1000],
        "tokens learned at (thousands)": [0, 1000, 2000],
        "multiplications in forward passes (billions)": [0, 1500, 3000],
    }
    for axes, (unit, expected) in zip(figure.axes, places.items(), strict=True):
        assert axes.get_xlabel() == unit
        one, two = (line for line in axes.lines if line.get_marker() in ("o", "s"))
        assert list(one.get_xdata()) == expected
        assert list(one.get_ydata()) == pytest.approx([0.51, 0.56, 0.61])
        assert list(two.get_xdata()) == expected[:2]
        seeds = [line for line in axes.lines if line.get_marker() == "."]
        assert len(seeds) == 3, "two of the first way, one of the second; the start has none"
        assert list(seeds[0].get_ydata()) == pytest.approx([0.55, 0.57])
    assert [text.get_text() for text in figure.axes[0].get_legend().get_texts()] == ["one", "two"]


def test_rates_are_drawn_with_their_differences():
    scores = {"15%": score_of([0.54, 0.55]), "40%": score_of([0.51, 0.52])}
    leads = {"40%": Lead(-0.03, -0.04, -0.02)}
    figure = figures_learned.draw_rates(scores, leads, "title")
    above, below = figure.axes
    assert [text.get_text() for text in above.texts] == ["54.5%", "51.5%"]
    assert [text.get_text() for text in below.texts] == ["-3.0"]
    assert [tick.get_text() for tick in below.get_yticklabels()] == ["40%"]
    assert below.get_xlabel() == "points of F1 above 15% (95% interval)"
    spans = [list(line.get_xdata()) for line in below.lines if len(line.get_xdata()) == 2]
    assert spans[0] == pytest.approx([-4, -2])


@pytest.mark.parametrize(("low", "face"), [(0.001, "C0"), (-0.01, "white")])
def test_a_dot_is_filled_where_the_interval_leaves_out_zero(low, face):
    scores = {"15%": score_of([0.54, 0.55]), "40%": score_of([0.56, 0.57])}
    figure = figures_learned.draw_rates(scores, {"40%": Lead(0.02, low, 0.03)}, "title")
    dots = [line for line in figure.axes[1].lines if line.get_marker() == "o"]
    assert [dot.get_markerfacecolor() for dot in dots] == [face]
