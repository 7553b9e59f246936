"""The drawings of lesson 00: nothing overlaps, and all lessons are on the road."""

import matplotlib.pyplot as plt
import pytest
import torch

from bertlab.pretraining.generation import Candidate
from lessons.l00_start_here import diagrams, figures
from workbook.diagrams import Drawing, overlaps


@pytest.fixture
def drawn(monkeypatch):
    """Collect the drawings that are made."""
    made = []

    class Kept(Drawing):
        def __init__(self, *arguments, **settings):
            super().__init__(*arguments, **settings)
            made.append(self)

    monkeypatch.setattr(diagrams, "Drawing", Kept)
    return made


def test_all_23_lessons_are_on_the_road(drawn):
    diagrams.road()
    assert overlaps(drawn[0]) == []
    words = " ".join(drawn[0].words())
    assert [words.count(f"{number:02} ") for number in range(23)] == [1] * 23
    numbers = [names for names in diagrams.ROWS]
    assert sum(map(len, numbers)) == 23
    assert all(label in words for label in diagrams.PARTS)


def test_parts_hold_the_lessons_that_they_name():
    spans = {}
    starts = [sum(map(len, diagrams.ROWS[:row])) for row in range(len(diagrams.ROWS))]
    for label, (row, first, end) in diagrams.PARTS.items():
        spans[label.split(".")[0]] = (starts[row] + first, starts[row] + end - 1)
    assert spans == {"I": (0, 4), "II": (5, 8), "III": (9, 10), "IV": (11, 12), "V": (13, 17)}


def test_bars_of_all_gaps_have_one_scale(drawn):
    sentence = "The [MASK] was full of {}."
    filled = {
        sentence.format(end): [Candidate("army", 1, best), Candidate("war", 2, best / 2)]
        for end, best in (("men", 0.6), ("birds", 0.3), ("books", 0.1), ("fish", 0.02))
    }
    diagrams.gaps(filled)
    assert overlaps(drawn[0]) == []
    bars = [thing for thing in drawn[0].things if thing.parts]
    lengths = [bar[0].body.size[0] for bar in bars]
    assert lengths == pytest.approx([2 * best for best in (0.6, 0.3, 0.1, 0.02)], abs=0.01)


def test_the_word_and_its_controls_are_drawn_in_percent():
    found = {name: torch.tensor([[0.5, 0.7], [0.5, 0.9]]) for name in ("word", "the", ".")}
    figure = figures.draw_controls(found)
    lines = figure.axes[0].get_lines()
    assert lines[0].get_ydata().tolist() == pytest.approx([50, 80])
    assert len(lines) == 3 + 2 + 1
    plt.close(figure)
