"""The pictures of lesson 00: nothing overlaps, and all lessons are on the road."""

import re
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
    assert [words.count(f"{number:02} ") for number in range(18)] == [1] * 18
    assert "18 to 22" in words
    assert all(part.title in words and part.question in words for part in diagrams.PARTS)
    numbers = [number for part in diagrams.PARTS for number in numbers_of(part)]
    assert numbers == [*range(19), 22]


def numbers_of(part):
    return [int(number) for number in re.findall(r"\b\d\d\b", " ".join(part.lessons))]


def test_parts_hold_the_lessons_that_they_name():
    found = [numbers_of(part) for part in diagrams.PARTS[:-1]]
    assert [(held[0], held[-1]) for held in found] == [(0, 4), (5, 8), (9, 10), (11, 12), (13, 17)]
    assert [part.to_come for part in diagrams.PARTS] == 5 * [False] + [True]


def test_every_token_has_a_vector_in_three_rows_and_bank_reads_all_of_them():
    figure = diagrams.every_token()
    for panel, sentence in zip(figure.axes, diagrams.SENTENCES, strict=True):
        tokens = sentence.split()
        assert tokens.index("bank") == 1 and tokens[-1] == "."  # the second word of both
        assert len(panel.patches) == 3 * len(tokens)
        into_bank = [line for line in panel.get_lines() if line.get_color() == "0.25"]
        assert len(into_bank) == 2 * len(tokens)
        assert all(line.get_xdata()[1] == 1 for line in into_bank)
    begin, end = (
        [panel.patches[3 + row].get_facecolor() for panel in figure.axes] for row in (0, 2)
    )
    assert begin[0] == begin[1] and end[0] != end[1]
    plt.close(figure)


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
    assert all(len(written.get_text()) <= 56 for written in axes.texts)
    assert not any("wrong" in written.get_text() for written in axes.texts)
    plt.close(figure)


def test_the_wrong_answer_is_marked_once():
    candidates = [Candidate("paris", 1, 0.8), Candidate("france", 2, 0.1)]
    figure = figures.draw_gaps(
        {"A [MASK].": candidates, "B [MASK].": candidates}, wrong="B [MASK]."
    )
    marked = [t.get_text() for t in figure.axes[0].texts if "wrong" in t.get_text()]
    assert marked == ["80%, wrong"]
    plt.close(figure)


def test_curves_of_cosines_are_drawn_as_they_are():
    rows = {"near": torch.tensor([1.0, 0.9]), "far": torch.tensor([1.0, 0.7])}
    rows["floor"] = torch.tensor([0.3, 0.1])
    figure = figures.draw_banks(rows)
    lines = figure.axes[0].get_lines()
    assert lines[0].get_ydata().tolist() == pytest.approx([1.0, 0.9])
    assert lines[1].get_ydata().tolist() == pytest.approx([1.0, 0.7])
    assert [text.get_text() for text in figure.axes[0].texts] == list(rows)
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
    assert lines[0].get_ydata().tolist() == pytest.approx([50, 70, 60])  # each word, pale
    assert lines[2].get_ydata().tolist() == pytest.approx([50, 80, 70])
    assert len(lines) == 2 + 3 + 1


def test_the_lead_of_each_word_the_mean_and_its_band_are_drawn_in_points():
    leads = torch.tensor([[0.0, 0.3, 0.1], [0.0, 0.1, -0.09], [0.0, -0.1, 0.11], [0.0, 0.1, 0.2]])
    band = torch.tensor([0.0, 0.05, 0.1])
    figure = figures.draw_leads(leads, ["bank", "bat", "seal", "spring"], band)
    axes = figure.axes[0]
    curves = [line.get_ydata() for line in axes.get_lines() if len(line.get_ydata()) == 3]
    for curve, row in zip(curves, [*leads, leads.mean(dim=0)], strict=True):
        assert curve.tolist() == pytest.approx((100 * row).tolist(), abs=1e-4)
    names = {text.get_text(): text.get_position()[1] for text in axes.texts}
    assert set(names) == {"bat", "spring", "mean of six"}
    heights = sorted(names.values())
    assert min(b - a for a, b in pairwise(heights)) >= 4.9
    (pale,) = axes.collections
    ends = pale.get_paths()[0].vertices[:, 1]
    assert (ends.min(), ends.max()) == pytest.approx((-2, 18), abs=1e-4)
    plt.close(figure)


def test_models_are_drawn_below_each_other_in_the_same_colors():
    rows = torch.tensor([[0.5, 0.7], [0.5, 0.9]])
    found = {"word": rows, "the": rows - 0.1, ".": rows - 0.2, "[MASK] itself": rows}
    figure = figures.draw_models({"one": found, "other": found})
    panels = figure.axes
    assert [panel.get_title(loc="left") for panel in panels] == ["one", "other"]
    colors = [[line.get_color() for line in panel.get_lines()] for panel in panels]
    assert colors[0] == colors[1] == ["C0", "C1", "C2", "C3", "0.45"]
    assert panels[0].get_lines()[0].get_ydata().tolist() == pytest.approx([50, 80])
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


def test_curves_are_told_in_words():
    values = torch.tensor([[0.5, 0.7, 0.6], [0.5, 0.9, 0.8]])
    told = figures.in_words({"word": values, "full stop,\nword masked": values[:1]})
    assert told.endswith(": the word 50%, 80%, 70%; full stop, word masked 50%, 70%, 60%.")
    assert figures.leads_in_words(values, ["bank", "bat"]).endswith(
        "bank 70, then 60; bat 90, then 80"
    )
