"""Figures show what they are given."""

import pytest

from lessons.l16_what_to_mask import diagrams, figures
from lessons.l16_what_to_mask.figures import Riddle
from workbook.charts import Row

pytestmark = pytest.mark.usefixtures("lesson_style")


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


def test_both_clozes_have_a_panel():
    leads = {"start": (Row(-0.02, -0.03, -0.01), Row(0.01, -0.01, 0.03))}
    single, whole = figures.draw_two_clozes(leads, {"start": (0.4, 0.1)}, "title").axes
    assert [text.get_text() for text in single.texts + whole.texts] == ["40.0%", "10.0%"]
    dots = [line for axes in (single, whole) for line in axes.lines if line.get_marker() == "o"]
    assert [dot.get_xdata()[0] for dot in dots] == pytest.approx([-2.0, 1.0])
    assert single.get_xlim() == whole.get_xlim()
