"""Diagrams without overlaps, and figures that show what they are given."""

import numpy as np
import pytest

from lessons.l15_what_bert_knows import diagrams, figures
from workbook.charts import Row
from workbook.diagrams import overlaps

pytestmark = pytest.mark.usefixtures("lesson_style")


def test_diagrams_can_be_read(drawn):
    diagrams.probe()
    diagrams.two_trainings()
    assert [overlaps(drawing) for drawing in drawn] == [[], []]


def test_rows_show_means_intervals_and_chance():
    rows = {"one": Row(0.2, 0.1, 0.3), "two": Row(0.6, 0.5, 0.7, (0.8, 0.5, 0.5))}
    axes = figures.draw_rows(rows, "title", "right", chance=0.25).axes[0]
    assert [text.get_text() for text in axes.texts] == ["20%", "50, 50, 80%", " guessing"]
    drawn = [list(line.get_xdata()) for line in axes.lines]
    assert drawn == [[0.1, 0.3], [0.2], [0.8, 0.5, 0.5], [0.25, 0.25]]


def test_the_horse_has_a_color_of_its_own():
    row = Row(0.5, 0.4, 0.6, (0.5, 0.4, 0.6))
    axes = figures.draw_rows({"horse:\none": row, "control:\none": row}, "title", "right").axes[0]
    colors = [line.get_color() for line in axes.lines]
    assert colors[:2] == [figures.HORSE, figures.CONTROL] and colors[0] != colors[1]


def test_uses_have_a_color_for_each_kind():
    points = np.array([[0.0, 0.0], [1.0, 1.0], [2.0, 0.0]])
    figure = figures.draw_uses({"left": points, "right": -points}, ["a", "b", "a"], "title")
    lines = [line.get_xdata().tolist() for line in figure.axes[0].lines]
    assert lines == [[0.0, 2.0], [1.0]]
    assert [text.get_text() for text in figure.legends[0].get_texts()] == ["a", "b"]


def scores(*means):
    return [Row(mean, mean - 0.05, mean + 0.05) for mean in means]


def test_layers_are_lines_over_a_dashed_one():
    found = {"trained": scores(0.7, 0.8, 0.8, 0.8, 0.8), "random": scores(*[0.6] * 5)}
    axes = figures.draw_layers("words", found, Row(0.65, 0.6, 0.7), "title", 0.5).axes[0]
    assert axes.lines[0].get_ydata().tolist() == [0.7, 0.8, 0.8, 0.8, 0.8]
    assert axes.get_ylim()[0] == 0.5 and list(axes.lines[2].get_ydata()) == [0.65, 0.65]


def test_gains_begin_at_zero():
    rows = [(0.0, 0.0, 0.0), *[(0.1 * n, 0.1 * n - 0.02, 0.1 * n + 0.02) for n in range(1, 5)]]
    axes = figures.draw_gains({"words": rows, "names": rows}, "title").axes[0]
    drawn = axes.containers[0].lines[0].get_ydata().tolist()
    assert drawn == pytest.approx([0.0, 0.1, 0.2, 0.3, 0.4])


def test_scores_lie_beside_a_line_at_zero():
    axes = figures.draw_scores({"follows": [2.0, 3.0], "does not": [-1.0]}, "title").axes[0]
    drawn = [list(line.get_xdata()) for line in axes.lines]
    assert drawn == [[2.0, 3.0], [-1.0], [0, 0]]
    assert [label.get_text() for label in axes.get_yticklabels()] == ["follows", "does not"]


def test_verdicts_stay_inside_whatever_is_asked():
    asked = [("$\\oops$ " + "word " * 12, "A claim."), ("Short.", "Another " * 8)]
    figure = figures.draw_verdicts(asked, {"horse": [True, False], "control": [True, True]}, "t")
    figure.canvas.draw()
    texts = [text.get_text() for text in figure.axes[0].texts]
    assert texts.count("yes") == 3 and texts.count("no") == 1
    for one in figure.axes[0].texts:
        assert one.get_window_extent().x1 <= figure.bbox.x1
