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
    found = {"counted words": [0.1, 0.3, 0.3], "BERT, averaged": [0.83, 0.62, 0.81]}
    others = ["It is gone.", "They want it.", "They sold it."]
    (axes,) = figures.draw_opening("A query.", others, found, "A finding").axes
    assert [text.get_text() for text in axes.texts] == [
        "0.10",
        "0.83",
        "0.30",
        "0.62",
        "0.30",
        "0.81",
    ]
    frames = [(round(one.get_x()), round(one.get_y()), one.get_linestyle()) for one in axes.patches]
    assert frames == [(1, 0, "-"), (0, 1, "--"), (0, 2, "--")]
    assert axes.get_yticklabels()[0].get_text() == "1. It is gone."


def test_cosines():
    found = {"one": torch.linspace(-0.1, 0.1, 50), "two": torch.linspace(0.4, 0.6, 50)}
    (axes,) = figures.draw_cosines(found, "A finding").axes
    assert [text.get_text() for text in axes.texts] == ["one", "two"]


def test_layers():
    (axes,) = pictures.draw_layers({"one": [0.1, 0.5], "two": [0.2, 0.3]}).axes
    assert lines(axes) == {"one": [0.1, 0.5], "two": [0.2, 0.3]}
    assert "0.50" in title(axes)


def test_ways_have_intervals():
    figure = figures.draw_ways(ROWS, "A finding", "editorials")
    (axes,) = figure.axes
    spans = [list(line.get_xdata()) for line in axes.lines if len(line.get_xdata()) == 2]
    assert spans == [[0.2, 0.4], [0.4, 0.6]]
    assert [text.get_text() for text in axes.texts] == ["0.30", "0.50"]
    assert axes.get_xlim()[0] == 0
    assert figures.label_of("minilm, mean") == "tuned on pairs"


def test_all_ways():
    figure = figures.draw_all(ROWS, "A finding", [["TF-IDF"], ["minilm-words, mean"]])
    assert len(figure.axes) == 3
    for axes in figure.axes:
        assert [text.get_text() for text in axes.texts] == ["0.30", "0.50"]
    labels = [text.get_text() for text in figure.axes[0].get_yticklabels()]
    assert labels == ["counted (TF-IDF)", "mean"]


def test_dims():
    values = {
        k: (v, v - 0.05, v + 0.05) for k, v in zip((32, 64, 128), (0.1, 0.2, 0.15), strict=True)
    }
    curves = dict.fromkeys(("editorials", "paraphrases", "lee"), values)
    figure = figures.draw_dims(curves, dict.fromkeys(curves, 0.1), "A finding")
    assert figure.get_suptitle() == "A finding" and len(figure.axes) == 3
    for axes in figure.axes:
        assert [text.get_text() for text in axes.get_xticklabels()] == ["32", "64", "128"]
        assert len(axes.containers) == 1  # a curve with its intervals


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
    titles = [title(axes) for axes in pictures.draw_steps(points).axes]
    assert "as they come" in titles[0] and "spread" in titles[3]
    for number, words in ((0, "banana"), (2, "layer 2"), (3, "last layer")):
        before, after = pictures.draw_flow(points, number).axes
        assert "banana" in title(before) and words in title(after)


def test_heights_keep_a_gap():
    heights = figures.spread([0.1, 0.3, 0.1, 0.11], 0.02)
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


def test_groups():
    figure = pictures.draw_groups({"TF-IDF": [0.1], "minilm-words, mean": [0.4, 0.6]})
    assert [bar.get_width() for bar in figure.axes[0].patches] == pytest.approx([0.1, 0.5])
    assert "TF-IDF" in figure.get_suptitle()


def test_hits():
    hits = {"one <1>": [(0.5, Snippet("Why not a <b> text, Again?", "tweet"))]}
    drawn = pictures.hits_html("why & how again?", hits)
    assert "why &amp; how again?" in drawn and "one &lt;1&gt;" in drawn
    assert "<li>0.50 (tweet): Why not a &lt;b&gt; text, <b>Again</b>?</li>" in drawn
