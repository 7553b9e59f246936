"""Who stands beside whom: pairs and the two lists of the word2vec lesson are right."""

from types import SimpleNamespace

import pytest
import torch

from bertlab.predecessors.word2vec.examples import encode, neighbors, skip_gram
from lessons.l03_word2vec import company
from lessons.l03_word2vec.exercises.skip_gram_pairs.reference import skip_gram_pairs


def test_pairs_of_a_pass():
    text = encode([["a", "b", "c"]] * 200, {"a": 0, "b": 1, "c": 2})
    torch.manual_seed(0)
    stays = torch.tensor([1.0, 1.0, 0.0])
    seen, guessed = company.draw_pairs(text, stays, skip_gram_pairs)
    assert sorted(set(zip(seen.tolist(), guessed.tolist(), strict=True))) == [(0, 1), (1, 0)]
    assert len(seen) == 400
    assert seen[:20].tolist() != [0, 1] * 10  # in random order


def test_pairs_are_those_of_the_package():
    """With the same draws: windows of their own size, none across sentences."""
    words = {letter: place for place, letter in enumerate("abcdefgh")}
    text = encode([list("abcdefgh"), ["c"], list("hgfe")], words)
    torch.manual_seed(3)
    seen, guessed = company.draw_pairs(text, torch.ones(8), skip_gram_pairs)
    torch.manual_seed(3)
    torch.rand(len(text.ids))
    reach = torch.randint(1, 6, text.ids.shape)
    expected = skip_gram(text.ids, neighbors(text, reach))
    order = torch.randperm(len(expected.targets))
    assert torch.equal(seen, expected.inputs[order, 0])
    assert torch.equal(guessed, expected.targets[order])


def test_a_students_function_decides_the_pairs():
    text = encode([["a", "b", "c"]] * 10, {"a": 0, "b": 1, "c": 2})
    seen, guessed = company.draw_pairs(text, torch.ones(3), lambda places, window: [("0", "1")])
    assert (seen.tolist(), guessed.tolist()) == ([0] * 10, [1] * 10)


def test_two_lists_of_a_word():
    inputs = torch.tensor([[1.0, 0.0], [2.0, 0.1], [0.0, 1.0]])
    outputs = torch.tensor([[9.0, 9.0], [0.0, 0.0], [3.0, 0.0]])
    beside, alike = company.both_lists(list("abc"), inputs, outputs, "a", number=2)
    assert beside == {"c": 3.0, "b": 0.0}
    assert list(alike) == ["b", "c"] and alike["c"] == pytest.approx(0)


def test_a_gap_is_filled_from_the_mean_of_its_words():
    model = SimpleNamespace(inputs=torch.eye(4), outputs=torch.tensor([[0.0, 1, 1, 0]] * 4))
    model.outputs[3] *= 5
    model.outputs[1] *= 3
    words = ["a", "b", "c", "d"]
    asked = []

    def mean(vectors, context):
        asked.append(context.tolist())
        return vectors[context[context >= 0]].mean(dim=0, keepdim=True)

    assert company.fill("b _ c zorp", words, model, mean)[:2] == ["d", "b"]
    assert asked == [[[1, -1, 2, -1]]]
