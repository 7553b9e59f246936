"""Diagrams without overlaps, and figures that show what they are given."""

import matplotlib.pyplot as plt
import numpy as np
import pytest

from lessons.l14_sentence_bert import diagrams, figures
from lessons.l14_sentence_bert.robot import Reply
from lessons.l14_sentence_bert.ways import Score
from tests.figure_checks import title
from workbook.diagrams import overlaps


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def test_diagrams_can_be_read(drawn):
    diagrams.two_ways()
    diagrams.three_objectives()
    diagrams.two_looks()
    assert [overlaps(drawing) for drawing in drawn] == [[], [], []]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.04, "0.04 s"), (5.0, "5 s"), (300.0, "5 min"), (10800.0, "3 h"), (432000.0, "5 days")],
)
def test_durations_have_a_unit_that_fits(seconds, words):
    assert figures.duration(seconds) == words


def test_cost_is_counted_in_passes():
    axes = figures.draw_cost({"pair": 10.0, "text": 5.0, "comparison": 0.001}, 1000).axes[0]
    cross, bi = (line.get_ydata()[0] for line in axes.lines if len(line.get_ydata()) == 1)
    assert cross == pytest.approx(499_500 * 0.01)
    assert bi == pytest.approx(1000 * 0.005 + 499_500 * 1e-6)
    assert axes.texts[0].get_text() == "cross-encoder: 83 min"


def test_ways_show_means_and_intervals():
    scores = {"untuned": Score(0.2, 0.0, 0.1, 0.3), "in-batch": Score(0.6, 0.02, 0.5, 0.7)}
    axes = figures.draw_ways(scores, "first", 0.1, "title").axes[0]
    assert [text.get_text() for text in axes.texts] == ["0.20", "0.60 ± 0.02"]
    intervals = [list(line.get_xdata()) for line in axes.lines if len(line.get_xdata()) == 2]
    assert intervals[:2] == [[0.1, 0.3], [0.5, 0.7]]


def test_losses_say_whether_anything_was_learned():
    flat = figures.draw_losses([[0.7, 0.69], [0.69, 0.68]], 0.69).axes[0]
    assert title(flat) == "The loss stays where guessing is"
    falls = figures.draw_losses([[0.7, 0.2], [0.69, 0.68]], 0.69).axes[0]
    assert title(falls) == "The loss falls"


def test_cosines_say_how_many_are_above():
    same, other = np.array([0.9, 0.7, 0.85, 0.95]), np.array([0.1, 0.2, 0.3, 0.4])
    figure = figures.draw_cosines({"a": (same, other), "b": (other, same)}, 0.8)
    titles = [title(axes) for axes in figure.axes]
    assert titles[0].startswith("a: 75% of the") and titles[1].startswith("b: 0% of the")


def test_found_counts_first_and_three():
    axes = figures.draw_found({"one": [1, 3, 4, 9, 9], "two": [1, 1, 2, 9, 9]}, "title").axes[0]
    assert [t.get_text() for t in axes.texts] == ["1 first, 2 in three", "2 first, 3 in three"]


def test_a_reply_stays_inside_whatever_is_asked():
    replies = [Reply("What " * 15, "Because " * 30), Reply("Why?", "So."), Reply("When?", "Now.")]
    figure = figures.draw_reply("$\\oops$ " + "question " * 20, replies)
    figure.canvas.draw()
    for one in figure.axes[0].texts:
        assert one.get_window_extent().x1 <= figure.bbox.x1
