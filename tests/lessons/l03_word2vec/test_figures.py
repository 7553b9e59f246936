"""The pictures of the word2vec lesson show what their data say."""

import numpy as np
import pytest
import torch

from bertlab.predecessors.word2vec.huffman import huffman_tree
from bertlab.predecessors.word2vec.word_vectors import Neighbor, WordVectors
from lessons.l03_word2vec import comparisons, diagrams, figures, measure
from lessons.l03_word2vec.people import YOURS, Agreement
from tests.figure_checks import figure_tests, reading, shows

ROWS = [
    {"context": c, "objective": o, "perplexity": [p + extra, p + extra + 2]}
    for c, p in (("skip-gram", 100), ("CBOW", 80))
    for o, extra in (("one", 0), ("two", 10), ("three", 20))
]
BANDS = {
    (10, "hierarchical softmax"): np.array([[0.1, 0.2], [0.3, 0.4]]),
    (10, "negative sampling"): np.array([[0.0, 1.0]]),
}

test_figures_show = figure_tests(
    {
        "gains from guessing by frequency": shows(
            lambda: comparisons.draw_gains(ROWS, {"skip-gram": 141.0, "CBOW": 141.0}),
            widths=[40, 30, 20, 60, 50, 40],
            texts=["100%", "75%", "50%", "100%", "83%", "67%"],
            titles=["skip-gram", "CBOW"],
        ),
        "words between two others": shows(
            lambda: comparisons.draw_between({"x": -0.2, "y": 0.0, "z": 0.1}, "he", "she"),
            widths=[-0.2, 0.0, 0.1],
            titles=["Of these, “x” leans most to “he”,\nand “z” to “she”"],
        ),
        "bands: means and seeds": shows(
            lambda: comparisons.draw_bands(BANDS, [10], ["rare", "frequent"], chance=0.01),
            y=[[0.2, 0.3], [0.1, 0.2], [0.3, 0.4], [0.0, 1.0], [0.0, 1.0], [0.01, 0.01]],
        ),
        "each word and each turn of the tree once": shows(
            lambda: diagrams.huffman(huffman_tree([4, 2, 1, 1]), [*"abcd"], [4, 2, 1, 1], goal="c"),
            texts={"a\n4", "b\n2", "→ c\n1", "d\n1"},
        ),
    }
)


def test_the_marked_word_has_another_color():
    found = {"a": [Neighbor("b", 0.5)], "d": [Neighbor("e", 0.75)]}
    left, right = figures.draw_nearest(found, "title", marked="d").axes
    assert left.patches[0].get_facecolor() != right.patches[0].get_facecolor()


def test_one_guess_of_cbow_has_the_mean_of_what_is_seen():
    inputs = torch.tensor([[1.0, 2.0], [9.0, 9.0], [3.0, 0.0]])
    figure = diagrams.cbow(["a", "b", "c"], inputs, torch.zeros(3, 2), middle=1)
    written = reading(figure, "texts")
    assert written.count("2.0") == 2 and written.count("0.33") == 3  # mean (2, 1); equal scores
    assert "(b)" in written and "(a)" not in written


def test_a_window_closes_up():
    words, kept = ["a", "the", "b", "of", "c"], [True, False, True, False, True]
    written = reading(diagrams.subsampled(words, kept, place=2, window=1), "texts")
    assert [written.count(word) for word in words] == [2, 1, 2, 1, 2]


def test_a_step_is_drawn_from_before_to_after():
    before = torch.tensor([1.0, 0.0]), torch.tensor([[0.0, 1.0], [0.0, -1.0]])
    after = measure.one_step(*before, torch.tensor([1.0, 0.0]), rate=1.0)
    figure = figures.draw_step(["seen", "near", "noise"], before, after)
    words = ["$v$ of seen", "$u$ of near\n$e$ = -0.5", "$u$ of noise\n$e$ = 0.5"]
    assert reading(figure, "texts") == words
    arrow = figure.axes[0].texts[2]
    assert tuple(arrow.xyann) == (0.0, 1.0) and tuple(arrow.xy) == (0.5, 1.0)
    parts = figure.axes[0].texts[-2:]  # the step of v, from word to word
    assert tuple(parts[0].xyann) == (1.0, 0.0) and parts[1].xyann == pytest.approx(parts[0].xy)
    assert parts[1].xy == pytest.approx(after[0].tolist())


def test_each_seed_is_a_dot_on_its_interval():
    found = {"list": {YOURS: Agreement([0.1, 0.2], 0.0, 0.3), "x": Agreement([0.5], 0.4, 0.6)}}
    (axes,) = comparisons.draw_people(found).axes
    across = [list(line.get_xdata()) for line in axes.lines[:5]]
    assert across == [[0.0, 0.3], [0.1, 0.2], [0.4, 0.6], [0.5], [0.1]]  # the last is a ring
    assert axes.lines[4].get_ydata()[0] == axes.lines[1].get_ydata()[0]


def test_answers_are_a_table():
    words = ["a", "b", "<c>", *"defghijk"]
    vectors = WordVectors(words, np.random.default_rng(0).normal(size=(11, 3)))
    page = figures.answers_page(vectors, " A ", "b <C> d", "a b d", lambda _, four: four[1])
    assert page.count("<tr>") == 3 and "<td>&lt;c&gt;</td>" in page
    with pytest.raises(ValueError, match="three words for the analogy, got 2"):
        figures.answers_page(vectors, "a", "b d", "a b", lambda _, four: four[0])
