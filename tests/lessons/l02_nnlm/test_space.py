"""Rows of C: nearness, what is taken away, and directions, on rows to check by hand."""

import numpy as np
import pytest
import torch
from torch import nn

from bertlab.predecessors.ngrams.corpus import Vocabulary
from bertlab.predecessors.nnlm.model import WindowNetwork
from lessons.l02_nnlm import space


def small() -> nn.Module:
    return WindowNetwork(9, 2, 3, 4)


def test_a_row_is_changed_and_given_back():
    torch.manual_seed(0)
    model = small()
    table = model.get_parameter("embedding.weight")
    before = table.detach().clone()
    window, row = [1, 2], torch.tensor([0.5, -1.0, 2.0])
    with torch.no_grad():
        other = small()
        other.load_state_dict(model.state_dict())
        other.get_parameter("embedding.weight")[2] = row
        wanted = other(torch.tensor([window])).softmax(dim=1)[0, 3].item()
    assert space.probability_with(model, window, 3, row) == pytest.approx(wanted)
    assert torch.equal(table, before)
    found = space.equal_changes(model, window, 3, length=0.5, times=4)
    assert len(set(found)) == 4
    whole = space.probability_with(model, window, 3, before[2])
    assert space.equal_changes(model, window, 3, length=0.0, times=2) == pytest.approx([whole] * 2)
    assert torch.equal(table, before)


def test_columns_stand_side_by_side():
    columns = {"near": [("a<b", 0.5)], "next": [("of", 0.25)]}
    row = "<td>a&lt;b 0.50</td><td>of 0.25</td>"
    heads = "<th>near</th><th>next</th>"
    assert (
        space.side_by_side(columns, "a & b")
        == f"<p>a &amp; b</p><table><tr>{heads}</tr><tr>{row}</tr></table>"
    )


def test_what_was_taken_stands_above_its_controls():
    controls = {"3 random\nchanges": [0.005, 0.03, 0.01], "groups": [0.02]}
    taken = {"nothing": 0.01, "months": 0.02}
    (axes,) = space.draw_taken(taken, controls, {"zeros": 0.002, "animals": 0.0003}).axes
    drawn = [list(line.get_xdata()) for line in axes.lines[:4]]
    assert drawn == [[0.005, 0.03, 0.01], [0.02], [0.01], [0.02]]
    labels = [text.get_text() for text in axes.get_yticklabels()]
    assert labels == ["nothing", "months", "3 random\nchanges", "groups"]
    assert axes.get_ylim()[0] > axes.get_ylim()[1]
    marks = {text.get_text(): text.xy[0] for text in axes.texts if "0." not in text.get_text()}
    assert marks == {"zeros": 0.002, "animals": 0.0003}


def test_what_remains_stands_at_a_right_angle():
    (axes,) = space.draw_taking().axes
    tips = [np.array(text.xy) for text in axes.texts if hasattr(text, "xy")]
    assert tips[0].tolist() == (tips[1] + tips[2]).tolist()
    assert tips[1] @ tips[2] == 0


def test_a_word_does_not_help_to_make_its_own_direction():
    table = torch.tensor([[1.0, 0.0], [0.0, 2.0], [3.0, 4.0], [-1.0, 0.0]])
    found = space.along(table, [0, 1])
    assert found[:2] == pytest.approx([0, 0])  # each is compared with the other alone
    mean = np.array([0.5, 1.0])
    assert found[2] == pytest.approx(np.array([0.6, 0.8]) @ mean / np.linalg.norm(mean))
    assert found[3] == pytest.approx(-0.5 / np.linalg.norm(mean))


def test_words_lie_at_their_two_cosines_and_others_are_gray():
    places = {"other": np.zeros((3, 2)), "numbers": np.array([[0.6, 0.0]]), "months": np.eye(2)}
    (axes,) = space.draw_along(places, {"eight": [0.6, 0.0]}).axes
    assert axes.get_legend_handles_labels()[1] == ["other", "numbers", "months"]
    assert [len(line.get_xdata()) for line in axes.lines] == [3, 1, 2]
    assert [(text.get_text(), text.xy) for text in axes.texts] == [("eight", (0.6, 0.0))]


def test_other_words_are_as_frequent_and_no_numbers():
    often = [*space.NUMBERS, "<num>", "lake", "sea"]
    vocabulary = Vocabulary.from_sentences([often, often, ["froze"]])
    assert set(space.other_words(vocabulary)) == {"lake", "sea"}
