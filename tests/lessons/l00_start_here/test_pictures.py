"""The pictures of lesson 00: nothing overlaps, and all lessons are on the road."""

from itertools import pairwise

import matplotlib.pyplot as plt
import pytest
import torch

from bertlab.pretraining.generation import Candidate
from lessons.l00_start_here import diagrams, figures
from workbook.diagrams import overlaps


def test_all_lessons_are_on_the_road_once_and_in_order(drawn):
    diagrams.road()
    assert overlaps(drawn[0]) == []
    words = " ".join(drawn[0].words())
    assert [words.count(f"{number:02} ") for number in range(16)] == [1] * 16
    assert "16 to 22" in words
    assert all(part.title in words and part.question in words for part in diagrams.PARTS)
    boxes = [name for part in diagrams.PARTS for name in part.lessons]
    assert [int(name[:2]) for name in boxes] == list(range(17))


def test_parts_hold_the_lessons_that_they_name():
    spans = {part.title.split(".")[0]: part.lessons for part in diagrams.PARTS}
    ends = {name: (int(held[0][:2]), int(held[-1][:2])) for name, held in spans.items()}
    assert ends == {
        "I": (0, 4),
        "II": (5, 8),
        "III": (9, 10),
        "IV": (11, 12),
        "V": (13, 15),
        "VI": (16, 16),
    }
    assert [part.to_come for part in diagrams.PARTS] == 5 * [False] + [True]


def test_two_sentences_begin_with_one_row(drawn):
    diagrams.one_row()
    assert overlaps(drawn[0]) == []
    words = drawn[0].words()
    assert words.count("six layers") == words.count("vector") == 2


def test_bars_of_all_gaps_have_one_scale_and_one_beginning():
    sentence = "The [MASK] was full of {}."
    chances = (0.6, 0.3, 0.1, 0.02)
    filled = {
        sentence.format(end): [Candidate("army", 1, best), Candidate("war", 2, best / 2)]
        for end, best in zip(("men", "birds", "books", "fish " * 30), chances, strict=True)
    }
    figure = figures.draw_gaps(filled)
    axes = figure.axes[0]
    assert [bar.get_x() for bar in axes.patches] == 8 * [0]
    widths = [bar.get_width() for bar in axes.patches]
    assert widths == pytest.approx([60, 30, 30, 15, 10, 5, 2, 1])
    assert [label.get_text() for label in axes.get_yticklabels()] == 4 * ["army", "war"]
    assert all(len(written.get_text()) <= 62 for written in axes.texts)
    plt.close(figure)


def drawn_controls(words):
    rows = torch.tensor([[0.5, 0.7, 0.6], [0.5, 0.9, 0.8]])[: len(words)]
    found = {"word": rows, "the": rows - 0.01, ".": rows - 0.02}
    figure = figures.draw_controls(found)
    axes = figure.axes[0]
    plt.close(figure)
    return axes


def test_the_word_and_its_controls_are_drawn_in_percent():
    axes = drawn_controls(["bank", "bat"])
    lines = axes.get_lines()
    assert lines[0].get_ydata().tolist() == pytest.approx([50, 80, 70])
    assert len(lines) == 3 + 1


def test_each_word_has_a_panel_with_its_better_control():
    rows = torch.tensor([[0.5, 0.7, 0.6], [0.5, 0.9, 0.8], [0.5, 0.6, 0.7]])
    figure = figures.draw_words(
        {"word": rows, "the": rows - 0.2, ".": rows - 0.1}, ["bank", "bat", "seal"]
    )
    panels = figure.axes[:3]
    assert [panel.get_title("left") for panel in panels] == ["“bank”", "“bat”", "“seal”"]
    for panel, row in zip(panels, rows, strict=True):
        mine, control = (line.get_ydata().tolist() for line in panel.get_lines()[:2])
        assert mine == pytest.approx((100 * row).tolist())
        assert control == pytest.approx((100 * row - 10).tolist())
    plt.close(figure)


def test_labels_of_curves_that_meet_are_apart():
    heights = sorted(text.get_position()[1] for text in drawn_controls(["seal"]).texts)
    assert len(heights) == 4
    assert min(b - a for a, b in pairwise(heights)) >= 4.9


def test_a_low_curve_is_not_cut_off():
    rows = torch.tensor([[0.1, 0.7]])
    figure = figures.draw_controls({"word": rows, "the": rows, ".": rows})
    assert figure.axes[0].get_ylim()[0] < 10
    plt.close(figure)
