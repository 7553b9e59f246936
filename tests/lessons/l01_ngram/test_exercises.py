"""What the references give, worked by hand."""

import pytest

from lessons.l01_ngram import exercises
from tests.exercise_checks import loaded, solve

ngram = loaded(exercises)


def test_ngrams_by_hand():
    case, expected = solve(ngram.ngrams)
    assert case.args == (["I", "love", "deep", "learning"], 2)
    assert expected == [
        ("<s>", "I"),
        ("I", "love"),
        ("love", "deep"),
        ("deep", "learning"),
        ("learning", "</s>"),
    ]


def test_conditional_probability_by_hand():
    case, expected = solve(ngram.conditional_probability)
    assert case.args[1:] == ("love", "deep")
    assert expected == pytest.approx(2 / 3)


def test_perplexity_by_hand():
    case, expected = solve(ngram.perplexity)
    assert case.args == ([[0.5, 0.25, 0.125], [0.5, 0.01]],)
    assert expected == pytest.approx((1 / (0.5 * 0.25 * 0.125 * 0.5 * 0.01)) ** (1 / 5))


def test_encode_held_out_by_hand():
    case, expected = solve(ngram.encode_held_out)
    assert case.args[2] == 4  # zebras 3; and, gnus, grass and lions 2: the alphabet decides
    assert expected[0] == ["<unk>", "and", "zebras", "<unk>"]


def test_kneser_ney_by_hand():
    case, expected = solve(ngram.kneser_ney)
    assert case.args[1:] == ("the", "york", 0.75)
    # after "the": new 2, old 1; "york" follows new, and, old: 3 of 21 different pairs
    assert expected == pytest.approx(0.75 * 2 * (3 / 21) / 3)


def test_kneser_ney_sums_to_1_after_each_history():
    case, _ = solve(ngram.kneser_ney)
    words = {word for sentence in case.args[0] for word in sentence} | {"</s>"}
    for history in ("the", "<s>", "moon"):
        asked = [ngram.kneser_ney.reference(case.args[0], history, w, 0.75) for w in words]
        assert sum(asked) == pytest.approx(1)
