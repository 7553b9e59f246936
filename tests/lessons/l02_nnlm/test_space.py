"""Rows of C: nearness, what is taken away, and the map, on rows small enough to check by hand."""

import numpy as np
import pytest
import torch
from torch import nn

from bertlab.before.nnlm.model import WindowNetwork
from lessons.l02_nnlm import space


def small() -> nn.Module:
    return WindowNetwork(9, 2, 3, 4)


def test_nearness_is_a_cosine_and_a_place():
    table = torch.tensor([[2.0, 0.0], [1.0, 1.0], [0.0, 3.0], [-1.0, 0.0]])
    cosines, places = space.nearness(table, 0, [1, 2, 3])
    assert cosines == pytest.approx([0.5**0.5, 0, -1])
    assert places == [1, 2, 3]


def test_a_direction_is_taken_away_and_given_back():
    torch.manual_seed(0)
    model = small()
    table = model.get_parameter("embedding.weight")
    before = table.detach().clone()
    with torch.no_grad():
        whole = model(torch.tensor([[1, 2]])).softmax(dim=1)[0, 3].item()
        model_without = small()
        model_without.load_state_dict(model.state_dict())
        model_without.get_parameter("embedding.weight")[2] = 0
        zero = model_without(torch.tensor([[1, 2]])).softmax(dim=1)[0, 3].item()
    assert space.probability_without(model, [1, 2], 3, []) == pytest.approx(whole)
    assert space.probability_without(model, [1, 2], 3, [2]) == pytest.approx(zero)
    assert torch.equal(table, before)
    found = space.random_directions(model, [1, 2], 3, size=2, times=4)
    assert len(found) == 4
    assert len(set(found)) > 1


def test_a_map_has_a_word_at_each_place_and_the_first_at_the_right():
    rows = np.array([[0.0, 1.0], [0.1, 0.9], [5.0, -3.0]])
    (axes,) = space.draw_map(rows, [["two", "three"], ["may"]], "A map").axes
    assert {text.get_text() for text in axes.texts} == {"two", "three", "may"}
    assert [len(line.get_xdata()) for line in axes.lines] == [2, 1]
    flat = space.flat_map(rows)
    assert (flat[0] >= 0).all()
    assert flat[:, 0].sum() == pytest.approx(0)
    assert np.linalg.norm(flat[0] - flat[2]) == pytest.approx(np.linalg.norm(rows[0] - rows[2]))


def test_words_on_the_map_do_not_overlap():
    rows = np.array([[1.0, 0.0], [1.0, 0.01], [1.0, 0.02], [-1.0, 0.0]])
    (axes,) = space.draw_map(rows, [["a", "b", "c"], ["d"]], "A map").axes
    heights = sorted(text.get_position()[1] for text in axes.texts[:3])
    assert min(np.diff(heights)) > 0.05
