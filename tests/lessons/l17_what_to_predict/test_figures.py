"""Diagrams without overlaps, and figures that show what they are given."""

import matplotlib.pyplot as plt
import pytest

from lessons.l17_what_to_predict import diagrams, figures
from lessons.l17_what_to_predict.figures import Row, Said
from workbook.diagrams import overlaps


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def test_diagrams_can_be_read(drawn):
    for draw in (
        diagrams.next_sentence,
        diagrams.sentence_order,
        diagrams.electra,
        diagrams.one_in_seven,
    ):
        draw()
    assert [overlaps(drawing) for drawing in drawn] == [[]] * 4


def test_the_control_learns_where_masked_words_do(drawn):
    diagrams.one_in_seven()
    words = [word for line in drawn[0].words() for word in line.split()]
    assert words.count("x") == 2 + 12 + 2


def test_a_bar_for_each_pair():
    pairs = [Said("as written", "一。", "二。", 0.7), Said("changed", "二。", "一。", 0.2)]
    figure = figures.draw_said(pairs, "title")
    axes = figure.axes[0]
    assert figure.get_suptitle() == "title"
    assert [bar.get_width() for bar in axes.patches] == [0.7, 0.2]
    texts = [text.get_text() for text in axes.texts]
    assert texts == ["as written\n一。\n二。", "70%", "changed\n二。\n一。", "20%"]


def test_both_tests_have_a_panel_and_a_line_at_chance():
    scores = {
        "NSP": {"counting": Row(0.6, 0.55, 0.65), "SOP": Row(0.5, 0.45, 0.55, (0.4, 0.6))},
        "SOP": {"SOP": Row(0.7, 0.65, 0.75)},
    }
    first, second = figures.draw_tests(scores, "title", {"counting": "red"}).axes
    assert [text.get_text() for text in first.texts] == ["60%", "50%"]
    assert [text.get_text() for text in second.texts] == ["70%"]
    for axes in (first, second):
        assert list(axes.lines[0].get_xdata()) == [0.5, 0.5]
    dots = [line for line in first.lines if line.get_marker() == "o"]
    assert [dot.get_xdata()[0] for dot in dots] == [0.6, 0.5] and dots[0].get_color() == "red"
    (seeds,) = (line for line in first.lines if line.get_marker() == ".")
    assert list(seeds.get_xdata()) == [0.4, 0.6]
    low, high = first.get_xlim()
    assert low <= 0.4 and high >= 0.75


def test_rows_have_a_line_at_chance():
    axes = figures.draw_rows({"SOP": Row(0.3, 0.25, 0.35)}, "title", "in order", 1 / 6).axes[0]
    assert list(axes.lines[0].get_xdata()) == [1 / 6, 1 / 6]
    assert [text.get_text() for text in axes.texts] == ["30%"]
    assert axes.get_xlabel() == "in order" and axes.get_xlim()[0] < 1 / 6


def test_leads_are_filled_where_the_interval_leaves_out_zero():
    rows = {"clear": Row(0.02, 0.01, 0.03, (0.01, 0.03)), "not": Row(0.01, -0.01, 0.03)}
    axes = figures.draw_leads(rows, "title", "points").axes[0]
    dots = [line for line in axes.lines if line.get_marker() == "o"]
    assert [dot.get_xdata()[0] for dot in dots] == pytest.approx([2.0, 1.0])
    assert dots[0].get_markerfacecolor() != "white" and dots[1].get_markerfacecolor() == "white"
    (seeds,) = (line for line in axes.lines if line.get_marker() == ".")
    assert list(seeds.get_xdata()) == pytest.approx([1.0, 3.0])
    assert [text.get_text() for text in axes.texts] == ["+2.0", "+1.0"]
