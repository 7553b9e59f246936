"""The exercises on word2vec: examples worked by hand, and a law."""

import math

import pytest
import torch

from bertlab.predecessors.word2vec.word_vectors import WordVectors
from lessons.l03_word2vec import exercises
from lessons.l03_word2vec.rank_correlation import spearman
from tests.exercise_checks import diagnosis, loaded, solve

word2vec = loaded(exercises)


def test_pairs_by_hand():
    _, expected = solve(word2vec.skip_gram_pairs)
    assert expected[:5] == [
        ("the", "quick"),
        ("the", "brown"),
        ("quick", "the"),
        ("quick", "brown"),
        ("quick", "fox"),
    ]
    assert len(expected) == 2 + 3 + 4 + 3 + 2


def test_two_misconceptions_in_keep_probability():
    def wrong(counts, sample):  # the plain count, and only the root
        return (sample / counts.double()).sqrt()

    answer = diagnosis(word2vec.keep_probability, wrong)
    assert "*f is the count, not the share of the text* and *only the square root" in answer


def test_keep_probability_by_hand():
    case, expected = solve(word2vec.keep_probability)
    assert case.args[0].tolist() == [700, 200, 90, 9, 1]
    ratio = 0.01 / 0.7
    assert expected[0].item() == pytest.approx(math.sqrt(ratio) + ratio)
    assert expected[3:].tolist() == [1, 1]


def test_the_step_equals_autograd():
    case, (inputs, outputs) = solve(word2vec.negative_sampling_step, case=1)
    old_in, old_out, center, neighbor, noise, rate = case.args
    old_in, old_out = old_in.clone().requires_grad_(), old_out.clone().requires_grad_()
    scores = old_out @ old_in[center]
    loss = -torch.nn.functional.logsigmoid(scores[neighbor])
    for word in noise:
        if word != neighbor:
            loss = loss - torch.nn.functional.logsigmoid(-scores[word])
    loss.backward()
    torch.testing.assert_close(inputs, old_in.detach() - rate * old_in.grad)
    torch.testing.assert_close(outputs, old_out.detach() - rate * old_out.grad)


def test_nearest_words_are_those_of_the_package():
    rows = torch.randn(30, 5, generator=torch.Generator().manual_seed(1)).double()
    words = tuple(f"w{place}" for place in range(30))
    expected = [one.word for one in WordVectors(words, rows.numpy()).neighbors("w3", 6)]
    assert word2vec.nearest_words.reference(words, rows, "w3", 6) == expected


@pytest.mark.parametrize("number", range(3))
def test_the_rank_correlation_is_spearmans(number):
    case, expected = solve(word2vec.rank_correlation, number)
    assert expected == pytest.approx(spearman(*case.args))
