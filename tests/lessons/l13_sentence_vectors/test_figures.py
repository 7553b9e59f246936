"""The figures show the numbers they are given, and the diagrams can be read."""

from itertools import pairwise

import matplotlib.pyplot as plt
import pytest
import torch
from matplotlib.text import Text

from lessons.l13_sentence_vectors import diagrams, figures, pictures
from lessons.l13_sentence_vectors.measure import Snippet
from tests.figure_checks import lines, title
from workbook.diagrams import overlaps


@pytest.fixture(autouse=True)
def closed():
    yield
    plt.close("all")


def row(value, low, high):
    found = {"reciprocal": value, "low": low, "high": high, "value": value, "first": value}
    return {"dims": 64, "editorials": found, "paraphrases": found, "lee": found}


ROWS = {"TF-IDF": row(0.3, 0.2, 0.4), "minilm-words, mean": row(0.5, 0.4, 0.6)}


def test_diagrams_can_be_read(drawn):
    diagrams.coupling()
    diagrams.in_batch()
    diagrams.poolings()
    assert [overlaps(drawing) for drawing in drawn] == [[], [], []]


def test_opening():
    found = {"counted words": [0.1, 0.3, 0.3], "BERT, averaged": [0.8, 0.62, 0.81]}
    (axes,) = figures.draw_opening("A query.", 0, 1, found, "A finding").axes
    points = {
        marker: [
            round(float(line.get_xdata()[0]), 2)
            for line in axes.lines
            if line.get_marker() == marker
        ]
        for marker in "Dso"
    }
    assert points == {"D": [0.1, 0.8], "s": [0.3, 0.62], "o": [0.3, 0.81]}
    heights = [float(line.get_ydata()[0]) for line in axes.lines]
    assert heights[1] != heights[2]  # equal cosines do not hide each other


def test_layers():
    (axes,) = figures.draw_layers({"one": [0.1, 0.5], "two": [0.2, 0.3]}).axes
    assert lines(axes) == {"one": [0.1, 0.5], "two": [0.2, 0.3]}
    assert "0.50" in title(axes)


def test_ways_have_intervals():
    figure = figures.draw_ways(ROWS, "A finding", "editorials")
    (axes,) = figure.axes
    spans = [list(line.get_xdata()) for line in axes.lines if len(line.get_xdata()) == 2]
    assert spans == [[0.2, 0.4], [0.4, 0.6]]
    assert [text.get_text() for text in axes.texts] == ["0.30", "0.50"]
    assert axes.get_xlim()[0] == 0


@pytest.mark.parametrize(("best", "words"), [(1, "Some scores"), (3, "different numbers")])
def test_dims(best, words):
    def around(values):
        return {k: (v, v - 0.05, v + 0.05) for k, v in zip((32, 64, 128), values, strict=True)}

    curves = {name: around((0.1, 0.2, 0.15)) for name in ("editorials", "paraphrases", "lee")}
    if best == 3:
        curves["lee"], curves["paraphrases"] = around((0.3, 0.2, 0.1)), around((0.1, 0.2, 0.3))
    (axes,) = figures.draw_dims(curves, dict.fromkeys(curves, 0.1)).axes
    assert words in title(axes)
    assert [text.get_text() for text in axes.get_xticklabels()] == ["32", "64", "128"]
    assert len(axes.containers) == 3  # curves with their intervals


def test_fit_sizes():
    found = {
        "300": {"64": {"editorials": 0.1}},
        "600": {"64": {"editorials": 0.2}, "380": {"editorials": 0.05}},
    }
    (axes,) = figures.draw_fit_sizes(found, 0.3).axes
    shown = lines(axes)
    assert shown["64 dimensions"] == [0.1, 0.2] and shown["380 dimensions"] == [0.05]
    assert shown["not whitened"] == [0.3, 0.3]


def test_steps_and_flow():
    points = [torch.randn(20, 2) for _ in range(4)]
    titles = [title(axes) for axes in figures.draw_steps(points).axes]
    assert "as they come" in titles[0] and "spread" in titles[3]
    for number, words in ((0, "banana"), (2, "layer 2"), (3, "last layer")):
        before, after = pictures.draw_flow(points, number).axes
        assert "banana" in title(before) and words in title(after)


def test_heights_keep_a_gap():
    heights = pictures.spread([0.1, 0.3, 0.1, 0.11], 0.02)
    ordered = sorted(heights)
    assert all(b - a > 0.0199 for a, b in pairwise(ordered))
    assert heights[1] == pytest.approx(0.3)


def test_isotropy_names_every_point_and_labels_do_not_overlap():
    points = {"minilm, mean": (0.02, 0.6), "minilm-words, max": (0.9, 0.2)}
    points |= {f"minilm-words, whitened to {k}": (0.0, 0.3 + k / 1000) for k in (1, 2, 3)}
    (axes,) = pictures.draw_isotropy(points).axes
    figure = axes.get_figure()
    figure.canvas.draw()
    boxes = [Text.get_window_extent(text) for text in axes.texts]
    assert len(boxes) == len(points)
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])


def test_groups_and_hits():
    figure = pictures.draw_groups({"TF-IDF": [0.1], "minilm-words, mean": [0.4, 0.6]})
    assert [bar.get_width() for bar in figure.axes[0].patches] == pytest.approx([0.1, 0.5])
    assert "TF-IDF" in figure.get_suptitle()
    hits = {"one": [(0.5, Snippet("a text " * 30, "tweet"))], "two": [(0.4, Snippet("b", "movie"))]}
    drawn = pictures.draw_hits("why? " * 40, hits)
    assert [axes.texts[0].get_text()[:12] for axes in drawn.axes] == [
        "0.50  [tweet",
        "0.40  [movie",
    ]
