"""The figures show the numbers they are given."""

import pytest
import torch

from lessons.l13_sentence_vectors import figures, pictures
from lessons.l13_sentence_vectors.measure import Snippet
from tests.figure_checks import title

pytestmark = pytest.mark.usefixtures("lesson_style")


def row(value, low, high):
    found = {"reciprocal": value, "low": low, "high": high, "value": value, "first": value}
    return {"dims": 64, "editorials": found, "paraphrases": found, "lee": found}


ROWS = {"TF-IDF": row(0.3, 0.2, 0.4), "minilm-words, mean": row(0.5, 0.4, 0.6)}


def test_ways_have_intervals():
    (axes,) = figures.draw_ways(ROWS, "A finding", "editorials").axes
    spans = [list(line.get_xdata()) for line in axes.lines if len(line.get_xdata()) == 2]
    assert spans == [[0.2, 0.4], [0.4, 0.6]] and axes.get_xlim()[0] == 0


def test_opening():
    found = {"counted words": [0.1, 0.3, 0.3], "BERT, averaged": [0.83, 0.62, 0.81]}
    others = ["It is gone.", "They want it.", "They sold it."]
    (axes,) = figures.draw_opening("A query.", others, found, "A finding").axes
    frames = [(round(one.get_x()), round(one.get_y()), one.get_linestyle()) for one in axes.patches]
    assert frames == [(1, 0, "-"), (0, 1, "--"), (0, 2, "--")]
    assert axes.get_yticklabels()[0].get_text() == "1. It is gone."


def test_steps_and_flow():
    points = [torch.randn(20, 2) for _ in range(4)]
    titles = [title(axes) for axes in pictures.draw_steps(points).axes]
    assert "as they come" in titles[0] and "spread" in titles[3]
    for number, words in ((0, "banana"), (2, "layer 2"), (3, "last layer")):
        before, after = pictures.draw_flow(points, number).axes
        assert "banana" in title(before) and words in title(after)


def test_hits():
    hits = {"one <1>": [(0.5, Snippet("Why not a <b> text, Again?", "tweet"))]}
    drawn = pictures.hits_html("why & how again?", hits)
    assert "why &amp; how again?" in drawn and "one &lt;1&gt;" in drawn
    assert "<li>0.50 (tweet): Why not a &lt;b&gt; text, <b>Again</b>?</li>" in drawn
