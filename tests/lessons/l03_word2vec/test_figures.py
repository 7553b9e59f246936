"""The pictures of the word2vec lesson show what their data say."""

from itertools import combinations

import matplotlib.pyplot as plt
import numpy as np
import pytest
import torch
from hypothesis import given, settings
from hypothesis import strategies as st
from matplotlib.text import Text

from bertlab.before.word2vec.huffman import huffman_tree
from bertlab.before.word2vec.word_vectors import Neighbor, WordVectors
from lessons.l03_word2vec import diagrams, measure, word_map
from lessons.l03_word2vec.comparisons import draw_bands, draw_between, draw_gains, draw_people
from lessons.l03_word2vec.experiments.word2vec import kept_vectors
from lessons.l03_word2vec.figures import (
    answers_page,
    draw_code_lengths,
    draw_nearest,
    draw_step,
    draw_two_lists,
)
from lessons.l03_word2vec.people import YOURS, Agreement
from tests.figure_checks import title
from workbook.diagrams import overlaps
from workbook.figures import use_style


def texts(axes):
    return [text.get_text() for text in axes.texts if text.get_text()]


def test_diagrams_can_be_read(drawn):
    counts = [29895, 15215, 12085, 10829, 4468, 1860, 452, 69]
    words = ["the", "of", "and", "in", "is", "he", "war", "king"]
    diagrams.windows(["the", "old", "king", "rules", "his", "land"], place=2, window=2)
    rows = torch.tensor([[0.0, 1.0], [2.0, 1.0], [1.0, 2.0], [1.0, 0.0]])
    diagrams.cbow(["the", "old", "king", "rules"], rows, rows, middle=2)
    sentence = ["took", "the", "title", "of", "king", "of", "albania", "in", "february"]
    kept = [word not in ("the", "of", "in") for word in sentence]
    diagrams.subsampled(sentence, kept, place=4, window=2)
    diagrams.huffman(huffman_tree(counts), words, counts, goal="he")
    diagrams.negative_sampling("king", "rules", ["of", "engine", "the", "donkey"])
    assert [overlaps(drawing) for drawing in drawn] == 5 * [[]]


def test_the_tree_has_each_word_and_each_turn_once():
    counts, words = [4, 2, 1, 1], ["a", "b", "c", "d"]
    (axes,) = diagrams.huffman(huffman_tree(counts), words, counts, goal="c").axes
    written = texts(axes)
    assert [written.count(turn) for turn in "01"] == [3, 3]
    assert {"a\n4", "b\n2", "→ c\n1", "d\n1"} <= set(written)


def test_one_guess_of_cbow_has_the_mean_of_what_is_seen():
    inputs = torch.tensor([[1.0, 2.0], [9.0, 9.0], [3.0, 0.0]])
    (axes,) = diagrams.cbow(["a", "b", "c"], inputs, torch.zeros(3, 2), middle=1).axes
    written = texts(axes)
    assert written.count("2.0") == 2 and written.count("0.33") == 3  # mean (2, 1); equal scores
    assert written.count("0.0") == 1 + 6 + 3  # an input, the outputs, the scores
    assert "(b)" in written and "(a)" not in written


def test_a_window_closes_up():
    words, kept = ["a", "the", "b", "of", "c"], [True, False, True, False, True]
    (axes,) = diagrams.subsampled(words, kept, place=2, window=1).axes
    written = texts(axes)
    assert [written.count(word) for word in words] == [2, 1, 2, 1, 2]
    assert sum("window of" in text for text in written) == 2


def test_code_lengths_stand_beside_the_ideal():
    (axes,) = draw_code_lengths(torch.tensor([2, 1, 1]), torch.tensor([1, 2, 2])).axes
    assert axes.lines[0].get_ydata().tolist() == [1, 2, 2]
    assert axes.lines[1].get_ydata().tolist() == [1, 2, 2]


def test_a_step_is_drawn_from_before_to_after():
    before = torch.tensor([1.0, 0.0]), torch.tensor([[0.0, 1.0], [0.0, -1.0]])
    after = measure.one_step(*before, torch.tensor([1.0, 0.0]), rate=1.0)
    (axes,) = draw_step(["seen", "near", "noise"], before, after).axes
    assert texts(axes) == [
        "$v$ of seen",
        "$u$ of near\n$e$ = -0.5",
        "$u$ of noise\n$e$ = 0.5",
    ]
    arrow = axes.texts[2]
    assert tuple(arrow.xyann) == (0.0, 1.0) and tuple(arrow.xy) == (0.5, 1.0)
    parts = axes.texts[-2:]  # the step of v, from word to word
    assert tuple(parts[0].xyann) == (1.0, 0.0) and parts[1].xyann == pytest.approx(parts[0].xy)
    assert parts[1].xy == pytest.approx(after[0].tolist())


def test_two_lists_have_company_above_likeness():
    above, below = draw_two_lists("x", {"y": 2.0, "z": -1.0}, {"w": 0.5}, "title").axes
    assert [bar.get_width() for bar in above.patches] == [2.0, -1.0]
    assert [bar.get_width() for bar in below.patches] == [0.5]
    assert "company" in title(above) and "alike" in title(below)


def clusters():
    random = np.random.default_rng(0)
    kinds = {"x": [f"x{i}" for i in range(12)], "y": [f"y{i}" for i in range(12)]}
    rows = random.normal(size=(24, 3)) * 0.1 + np.repeat([[1, 0, 0], [0, 1, 0]], 12, axis=0)
    rows[0] = [0.5, 1, 0]
    words = [word for members in kinds.values() for word in members]
    return WordVectors(words, rows), kinds


def test_strangers():
    vectors, kinds = clusters()
    assert measure.strangers(vectors, kinds) == ["x0"]


def assert_readable(figure):
    """No label of a map covers another or a mark of another word, and none leaves the axes."""
    figure.canvas.draw()
    (axes,) = figure.axes
    boxes = [Text.get_window_extent(text) for text in axes.texts]  # without lines to marks
    frame = axes.get_window_extent().padded(3)
    for (i, box), (j, other) in combinations(enumerate(boxes), 2):
        assert not box.overlaps(other), (axes.texts[i].get_text(), axes.texts[j].get_text())
    marks = np.concatenate([line.get_xydata() for line in axes.lines])
    for place, (x, y) in enumerate(axes.transData.transform(marks)):
        covering = [i for i, box in enumerate(boxes) if box.contains(x, y)]
        assert covering in ([], [place])
    assert all(frame.contains(x, y) for box in boxes for x, y in (box.min, box.max))


def test_the_map_of_the_lesson_can_be_read():
    use_style()
    figure = word_map.draw_map(kept_vectors(), measure.KINDS, "title")
    assert_readable(figure)
    (axes,) = figure.axes
    assert texts(axes) == [word for words in measure.KINDS.values() for word in words]
    looks = {(line.get_marker(), line.get_color()) for line in axes.lines}
    assert len(looks) == len({marker for marker, _ in looks}) == len(measure.KINDS)


@given(st.integers(0, 10_000))
@settings(max_examples=5, deadline=None)
def test_labels_stand_apart_wherever_the_points_are(seed):
    """t-SNE may place words otherwise on another machine."""
    use_style()
    points = np.random.default_rng(seed).uniform(size=(29, 2))
    figure, axes = plt.subplots(figsize=(8, 5.4))
    axes.plot(*points.T, "o", markersize=8)
    axes.margins(0.12, 0.08)
    word_map.write_apart(axes, points, [f"word{i}" for i in range(29)])
    assert_readable(figure)
    plt.close(figure)


def test_without_a_free_place_it_says_so():
    _, axes = plt.subplots(figsize=(2, 1))
    points = np.zeros((60, 2))
    with pytest.raises(ValueError, match="free place for 'w"):
        word_map.write_apart(axes, points, [f"w{i}" for i in range(60)])


def test_panels_of_nearest_words():
    found = {"a": [Neighbor("b", 0.5), Neighbor("c", 0.25)], "d": [Neighbor("e", 0.75)]}
    left, right = draw_nearest(found, "title").axes
    assert [bar.get_width() for bar in left.patches] == [0.5, 0.25]
    assert (title(left), title(right)) == ("nearest to “a”", "nearest to “d”")
    left, right = draw_nearest(found, "title", marked="d").axes
    assert left.patches[0].get_facecolor() != right.patches[0].get_facecolor()


def test_gains_are_counted_from_guessing_by_frequency():
    rows = [
        {"context": c, "objective": o, "perplexity": [p + extra, p + extra + 2]}
        for c, p in (("skip-gram", 100), ("CBOW", 80))
        for o, extra in (("one", 0), ("two", 10), ("three", 20))
    ]
    first, second = draw_gains(rows, {"skip-gram": 141.0, "CBOW": 141.0}).axes
    assert [bar.get_width() for bar in first.patches] == [40, 30, 20]
    assert texts(first) == ["100%", "75%", "50%"]
    assert (title(first), title(second)) == ("skip-gram", "CBOW")


def test_each_seed_is_a_dot_on_its_interval():
    found = {"list": {YOURS: Agreement([0.1, 0.2], 0.0, 0.3), "x": Agreement([0.5], 0.4, 0.6)}}
    (axes,) = draw_people(found).axes
    assert [list(line.get_xdata()) for line in axes.lines[:4]] == [
        [0.0, 0.3],
        [0.1, 0.2],
        [0.4, 0.6],
        [0.5],
    ]
    heights = axes.lines[1].get_ydata()
    ring = axes.lines[4]
    assert (list(ring.get_xdata()), list(ring.get_ydata())) == ([0.1], [heights[0]])
    assert heights[0] < heights[1] and np.mean(heights) == pytest.approx(0)


def test_words_stand_between_two_others():
    (axes,) = draw_between({"x": -0.2, "y": 0.0, "z": 0.1}, "he", "she").axes
    assert [bar.get_width() for bar in axes.patches] == [-0.2, 0.0, 0.1]
    assert "“x” leans most to “he”" in title(axes) and "“z” to “she”" in title(axes)


def test_bands_show_means_and_seeds():
    values = {"hierarchical softmax": [[0.1, 0.2], [0.3, 0.4]], "negative sampling": [[0.0, 1.0]]}
    found = {(10, name): np.array(rows) for name, rows in values.items()}
    (axes,) = draw_bands(found, [10], ["rare", "frequent"], chance=0.01).axes
    assert axes.lines[0].get_ydata().tolist() == pytest.approx([0.2, 0.3])
    assert axes.lines[2].get_ydata().tolist() == [0.3, 0.4]
    assert axes.get_ylim()[1] >= 1


def test_answers_are_a_table():
    words = ["a", "b", "<c>", *"defghijk"]
    vectors = WordVectors(words, np.random.default_rng(0).normal(size=(11, 3)))
    page = answers_page(vectors, " A ", "b <C> d", "a b d", lambda _, four: four[1])
    assert page.count("<tr>") == 3 and "<td>&lt;c&gt;</td>" in page
    with pytest.raises(ValueError, match="three words for the analogy, got 2"):
        answers_page(vectors, "a", "b d", "a b", lambda _, four: four[0])
