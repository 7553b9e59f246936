"""Figures show what they are given."""

import numpy as np
import pytest
import torch

from lessons.l14_sentence_bert import diagrams, figures
from lessons.l14_sentence_bert.robot import Reply
from lessons.l14_sentence_bert.ways import Score
from tests.figure_checks import figure_tests, shows, title

pytestmark = pytest.mark.usefixtures("lesson_style")


SCORES = {"the start": Score(0.2, 0.0, 0.1, 0.3), "in-batch": Score(0.6, 0.02, 0.5, 0.7)}
SAME, DIFFERS = np.array([0.9, 0.7, 0.85, 0.95]), np.array([0.1, 0.2, 0.85, 0.4])
KINDS = (SAME, DIFFERS, DIFFERS - 0.1)

test_figures_show = figure_tests(
    {
        "ways, and who is ahead of the start": shows(
            lambda: figures.draw_ways(SCORES, "first", 0.1, "title", {"in-batch": (0.4, 0.3, 0.5)}),
            texts=["0.20", "0.60 ± 0.02", " guessing", "+0.40"],
        ),
        "how many cosines are above": shows(
            lambda: figures.draw_cosines({"a": KINDS, "b": KINDS[::-1]}, 0.8),
            texts=["75%", "25%", "0%", "0%", "25%", "75%"],
        ),
        "how many were found, first and among three": shows(
            lambda: figures.draw_found({"one": [1, 3, 4, 9, 9], "two": [1, 1, 2, 9, 9]}, "title"),
            texts=["1 first, 2 in three", "2 first, 3 in three"],
        ),
    }
)


def test_ways_have_intervals():
    first, ahead = figures.draw_ways(
        SCORES, "first", 0.1, "title", {"in-batch": (0.4, 0.3, 0.5)}
    ).axes
    spans = [list(line.get_xdata()) for line in first.lines if len(line.get_xdata()) == 2]
    assert spans[:2] == [[0.1, 0.3], [0.5, 0.7]]
    assert list(ahead.lines[0].get_xdata()) == [0.3, 0.5]


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(0.04, "0.04 s"), (5.0, "5 s"), (300.0, "5 min"), (10800.0, "3 h"), (432000.0, "5 days")],
)
def test_durations_have_a_unit_that_fits(seconds, words):
    assert figures.duration(seconds) == words


def test_cost_is_counted_in_passes():
    axes = figures.draw_cost({"pair": 10.0, "text": 5.0, "comparison": 0.001}, 1000).axes[0]
    cross, bi = (line.get_ydata()[0] for line in axes.lines if len(line.get_ydata()) == 1)
    assert "about 900 times" in axes.figure.get_suptitle()
    assert cross == pytest.approx(499_500 * 0.01)
    assert bi == pytest.approx(1000 * 0.005 + 499_500 * 1e-6)
    assert axes.texts[0].get_text() == "cross-encoder:\n83 min"


def test_a_table_is_narrow_and_shows_differences():
    lines = figures.table({"in-batch + hard": (0.25, -0.125, 0.5)}, "ahead by").splitlines()
    assert lines == ["ahead by", "  in-batch + hard +0.250 [-0.125, +0.500]"]


def test_the_circles_of_the_triplet_loss_tell_free_from_costly():
    axes = diagrams.triplet(near=2.0, margin=1.0).axes[0]
    assert [circle.radius for circle in axes.patches] == [2.0, 3.0]
    ends = [np.hypot(*line.get_data()).tolist() for line in axes.lines]
    points = [end[0] for end in ends if len(end) == 1]
    assert points[:2] == pytest.approx([0, 2]) and 2 < points[2] < 3 < points[3]
    assert ends[-1] == pytest.approx([points[2], 3])  # the cost: the way out to the margin


def test_scores_frame_the_own_positive_of_each_anchor():
    axes = figures.draw_scores(torch.tensor([[9.0, 1.0, 2.0], [3.0, 8.0, 4.0]])).axes[0]
    assert [text.get_text() for text in axes.texts] == ["9.0", "1.0", "2.0", "3.0", "8.0", "4.0"]
    frames = [(one.get_x() + 0.46, one.get_y() + 0.46) for one in axes.patches]
    assert frames == [pytest.approx((0, 0)), pytest.approx((1, 1))]
    stars = [round(line.get_xdata()[0]) for line in axes.lines if line.get_marker() == "*"]
    assert stars == [0, 1]
    assert title(axes) == "Among 3, 2 of 2 anchors find their own"


def test_a_reply_stays_inside_whatever_is_asked():
    replies = [Reply("What " * 15, "Because " * 30), Reply("Why?", "So."), Reply("When?", "Now.")]
    figure = figures.draw_reply("$\\oops$ " + "question " * 20, replies, "Why?")
    assert figure.axes[0].texts[-1].get_text() == "Counting words says: Why?"
    figure.canvas.draw()
    for one in figure.axes[0].texts:
        assert one.get_window_extent().x1 <= figure.bbox.x1
