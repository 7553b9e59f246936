"""The pictures of the word2vec lesson show what their data say."""

import numpy as np
import pytest
import torch

from bertlab.before.word2vec.huffman import huffman_tree
from bertlab.before.word2vec.word_vectors import WordVectors
from lessons.l03_word2vec.figures import (
    draw_batch_sizes,
    draw_code_lengths,
    draw_differences,
    draw_keep,
    draw_map,
    draw_neighbors,
    draw_tree,
    draw_windows,
    strangers,
)
from tests.figure_checks import title


def texts(axes):
    return [text.get_text() for text in axes.texts if text.get_text()]


def test_windows_point_out_of_the_middle_and_back():
    words = ["a", "b", "c", "d", "e"]
    outward, inward = draw_windows(words, place=1, window=2).axes
    for axes, starts in ((outward, {1}), (inward, {0, 2, 3})):
        arrows = [text for text in axes.texts if getattr(text, "arrowprops", None)]
        assert len(arrows) == 3
        assert {arrow.xyann[0] for arrow in arrows} == starts
        assert [t for t in texts(axes) if t in words] == words


def test_marked_words_lie_on_the_curve():
    share, keep = torch.tensor([0.7, 0.3]), torch.tensor([0.5, 1.0])
    (axes,) = draw_keep(["the", "cat"], share, keep, ["cat"]).axes
    assert texts(axes) == ["cat"]
    assert axes.lines[1].get_xydata()[0] == pytest.approx([0.3, 1.0])


def test_the_tree_has_each_word_and_each_turn_once():
    counts = [4, 2, 1, 1]
    (axes,) = draw_tree(huffman_tree(counts), ["a", "b", "c", "d"], counts).axes
    assert sorted(texts(axes)) == sorted(["0", "1"] * 3 + ["a\n4", "b\n2", "c\n1", "d\n1"])
    heights = {text.get_text()[0]: text.get_position()[1] for text in axes.texts}
    assert heights["a"] > heights["b"] > heights["c"] == heights["d"]


def test_code_lengths_stand_beside_the_ideal():
    (axes,) = draw_code_lengths(torch.tensor([2, 1, 1]), torch.tensor([1, 2, 2])).axes
    assert axes.lines[0].get_ydata().tolist() == [1, 2, 2]
    assert axes.lines[1].get_ydata().tolist() == [1, 2, 2]


def test_a_curve_ends_where_training_diverges():
    rows = [
        {"size": 64, "limited": [3.0, 5.0], "unlimited": [3.0, 3.0]},
        {"size": 256, "limited": [6.0, 6.0], "unlimited": [None, 3.0]},
    ]
    (axes,) = draw_batch_sizes(rows).axes
    labels = [text.get_text() for text in axes.get_legend().get_texts()]
    assert labels == ["limited", "unlimited, diverges beyond 64"]
    assert axes.containers[0].lines[0].get_ydata().tolist() == [4, 6]


def test_neighbors_by_cosine_and_by_dot_product():
    words = ["a", "near", "long", *"efghijkl"]
    rows = np.array([[1.0, 0], [1, 0.1], [50, 40]] + [[0.1, -k] for k in range(1, 9)])
    vectors = WordVectors(words, rows)
    for measure, first in (("cosine", "near"), ("dot product", "long")):
        (axes,) = draw_neighbors(vectors, "a", measure).axes
        assert axes.get_yticklabels()[0].get_text() == first
        assert measure in title(axes)


def test_strangers_and_the_map():
    random = np.random.default_rng(0)
    kinds = {"x": [f"x{i}" for i in range(12)], "y": [f"y{i}" for i in range(12)]}
    rows = random.normal(size=(24, 3)) * 0.1 + np.repeat([[1, 0, 0], [0, 1, 0]], 12, axis=0)
    rows[0] = [0.5, 1, 0]
    words = [word for members in kinds.values() for word in members]
    vectors = WordVectors(words, rows)
    assert strangers(vectors, kinds) == ["x0"]
    (axes,) = draw_map(vectors, kinds).axes
    assert texts(axes) == words


def test_intervals_that_reach_the_margin_are_marked():
    row = {"context": "c", "objective": "o"}
    below, above = ({"list": {"low": low, "mean": 0.0, "high": 0.1}} for low in (-0.05, -0.01))
    models = [{**row, "difference": below}, {**row, "difference": above}]
    (axes,) = draw_differences(models, margin=-0.03).axes
    assert [line.get_color() for line in axes.lines[:4:2]] == ["C1", "C0"]
