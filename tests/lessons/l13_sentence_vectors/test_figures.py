"""The figures show the numbers they are given, and the diagrams can be read."""

import matplotlib.pyplot as plt
import pytest
import torch

from lessons.l13_sentence_vectors import diagrams, figures
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
    found = {"counted words": [0.1, 0.3], "BERT, averaged": [0.8, 0.62]}
    figure = figures.draw_opening("A query.", 0, found)
    (axes,) = figure.axes
    diamonds = [line.get_xdata()[0] for line in axes.lines if line.get_marker() == "D"]
    assert [float(one) for one in diamonds] == [0.1, 0.8]
    assert "0.62" in figure.get_suptitle()


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


@pytest.mark.parametrize(
    ("best", "words"), [(32, "64 dimensions are best"), (64, "depends on the task")]
)
def test_dims(best, words):
    curves = {name: {32: 0.1, 64: 0.2, 128: 0.15} for name in ("editorials", "paraphrases", "lee")}
    if best == 64:
        curves["lee"] = {32: 0.3, 64: 0.2, 128: 0.1}
    (axes,) = figures.draw_dims(curves, dict.fromkeys(curves, 0.1)).axes
    assert words in title(axes)
    assert [text.get_text() for text in axes.get_xticklabels()] == ["32", "64", "128"]


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
    assert "as they come" in title(figures.draw_steps(points, 0).axes[0])
    assert "spread" in title(figures.draw_steps(points, 3).axes[0])
    assert "banana" in title(figures.draw_flow(points, 0).axes[0])
    assert "layer 2" in title(figures.draw_flow(points, 2).axes[0])
    assert "Gaussian" in title(figures.draw_flow(points, 3).axes[0])


def test_isotropy_labels_do_not_overlap():
    points = {"minilm, mean": (0.02, 0.6), "minilm-words, max": (0.9, 0.2)}
    points |= {f"minilm-words, whitened to {k}": (0.0, 0.3 + k / 1000) for k in (1, 2, 3)}
    (axes,) = figures.draw_isotropy(points).axes
    figure = axes.get_figure()
    figure.canvas.draw()
    boxes = [text.get_window_extent() for text in axes.texts]
    assert len(boxes) == 3
    assert not any(a.overlaps(b) for i, a in enumerate(boxes) for b in boxes[:i])


def test_groups_and_hits():
    figure = figures.draw_groups({"TF-IDF": 0.1, "minilm-words, mean": 0.5})
    assert [bar.get_width() for bar in figure.axes[0].patches] == [0.1, 0.5]
    assert "mean" in figure.get_suptitle()
    hits = {"one": [(0.5, Snippet("a text " * 30, "tweet"))], "two": [(0.4, Snippet("b", "movie"))]}
    drawn = figures.draw_hits("why? " * 40, hits)
    assert [axes.texts[0].get_text()[:12] for axes in drawn.axes] == [
        "0.50  [tweet",
        "0.40  [movie",
    ]
