"""Figures show what was measured."""

import pytest
import torch

from lessons.l07_bert import bugs, diagrams, figures
from tests.figure_checks import reading

ARTICLES = [(0.5, "a"), (0.2, "b"), (-0.1, "c")]


def test_one_token_is_a_sum():
    assert {"1.4", "−0.8", "−0.6"} <= set(reading(diagrams.one_token(), "texts"))


def test_hits_stay_inside():
    figure = figures.draw_hits("A question " * 9, [(0.5, "word " * 60), (0.25, "short")])
    (axes,) = figure.axes
    assert reading(figure, "widths") == [0.5, 0.25]
    figure.canvas.draw()
    for text in [*axes.texts, axes._left_title]:
        assert text.get_window_extent().x1 <= figure.bbox.x1


def test_all_articles_are_on_the_scale_of_a_search():
    figure = figures.draw_search("A question", ARTICLES, 2)
    dots = [x for line in figure.axes[0].lines for x in line.get_xdata()]
    assert sorted(dots) == [-0.1, 0.2, 0.5] and reading(figure, "widths") == [0.5, 0.2]


def test_bugs_are_differences_and_the_title_counts_the_clear_ones():
    scores = torch.linspace(0.1, 0.6, 8).tolist()
    changes = [bugs.Change(score, score - 0.7, score - 0.3) for score in scores]
    figure = figures.draw_bugs(0.5, dict(zip(bugs.BUGS, changes, strict=True)))
    points = [line.get_xdata()[0] for line in figure.axes[0].lines if line.get_marker() == "o"]
    assert points == pytest.approx([score - 0.5 for score in scores])
    clear = sum(score < 0.3 for score in scores)
    assert figure.get_suptitle() == f"Of 8 bugs, only {clear} clearly lower the score"


def test_parts_are_proportions():
    widths = reading(figures.draw_parts(["minilm", "base"]), "widths")
    assert [sum(widths[:4]), sum(widths[4:])] == pytest.approx([1, 1])
    assert widths[0] == pytest.approx((30_522 + 512 + 2) * 384 / 22_713_216)
