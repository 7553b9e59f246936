"""Diagrams without overlaps, and figures that show what they are given."""

import matplotlib.pyplot as plt
import pytest

from lessons.l16_what_to_mask import diagrams, figures
from lessons.l16_what_to_mask.figures import Riddle, Row
from workbook.diagrams import overlaps


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def test_diagrams_can_be_read(drawn):
    for draw in (
        diagrams.plain,
        diagrams.whole_words,
        diagrams.ernie,
        diagrams.spans,
        diagrams.similar,
        diagrams.boundary,
        diagrams.soft_masked,
    ):
        draw()
    assert [overlaps(drawing) for drawing in drawn] == [[]] * 7


def test_maskers_hide_what_they_say(drawn):
    for draw in (diagrams.plain, diagrams.whole_words):
        draw()
    for drawing in drawn:
        assert " ".join(drawing.words()).count(f" {diagrams.HIDDEN}") >= 3
    places = {place for word in ((0, 1), (9, 10)) for place in word}
    assert places <= {n for start, end in diagrams.WORDS for n in range(start, end)}


def test_guesses_are_bars_with_the_right_one_in_blue():
    riddle = Riddle("a ■", [("x", 0.7), ("y", 0.2)], "y")
    axes = figures.draw_guesses([riddle], "title").axes[0]
    assert [bar.get_width() for bar in axes.patches] == [0.7, 0.2]
    colors = [bar.get_facecolor() for bar in axes.patches]
    assert colors[0] != colors[1]
    assert [text.get_text() for text in axes.texts] == ["70%", "20%"]


def test_rows_show_means_intervals_and_seeds():
    rows = {"one": Row(0.4, 0.3, 0.5), "two": Row(0.6, 0.5, 0.7, (0.55, 0.6, 0.65))}
    axes = figures.draw_rows(rows, "title", "right").axes[0]
    drawn = [list(line.get_xdata()) for line in axes.lines]
    assert drawn == [[0.3, 0.5], [0.4], [0.5, 0.7], [0.6], [0.55, 0.6, 0.65]]
    assert [text.get_text() for text in axes.texts] == ["40%", "60%"]


def test_a_proportion_has_an_interval_within_0_and_1():
    assert figures.share_row(50, 100)[:3] == pytest.approx((0.5, 0.402, 0.598))
    assert figures.share_row(1, 100).low == 0 and figures.share_row(99, 100).high == 1


def test_leads_are_filled_where_the_interval_leaves_out_zero():
    rows = {"clear": Row(0.02, 0.01, 0.03), "not": Row(0.01, -0.01, 0.03)}
    axes = figures.draw_leads(rows, "title", "points").axes[0]
    dots = [line for line in axes.lines if line.get_marker() == "o"]
    assert [dot.get_xdata()[0] for dot in dots] == pytest.approx([2.0, 1.0])
    assert dots[0].get_markerfacecolor() != "white" and dots[1].get_markerfacecolor() == "white"
    assert [text.get_text() for text in axes.texts] == ["+2.0", "+1.0"]


def test_both_clozes_have_a_panel():
    leads = {"start": (Row(-0.02, -0.03, -0.01), Row(0.01, -0.01, 0.03))}
    single, whole = figures.draw_two_clozes(leads, {"start": (0.4, 0.1)}, "title").axes
    assert [text.get_text() for text in single.texts + whole.texts] == ["40.0%", "10.0%"]
    dots = [line for axes in (single, whole) for line in axes.lines if line.get_marker() == "o"]
    assert [dot.get_xdata()[0] for dot in dots] == pytest.approx([-2.0, 1.0])
    assert single.get_xlim() == whole.get_xlim()


def test_lengths_are_bars_side_by_side():
    axes = figures.draw_lengths({"a": [0.5, 0.3, 0.2], "b": [0.2, 0.2, 0.6]}, "title").axes[0]
    assert [bar.get_height() for bar in axes.patches] == [0.5, 0.3, 0.2, 0.2, 0.2, 0.6]
    lefts = [bar.get_x() for bar in axes.patches]
    assert all(a + 0.38 <= b + 1e-9 for a, b in zip(lefts[:3], lefts[3:], strict=True))
