"""Gaps of a sentence, and what fills them."""

from lessons.l19_training_at_scale import gaps, live


def test_every_fourth_character_is_hidden_and_filled_in():
    found = gaps.fill(live.small_model(), "The cat ate § fish")
    assert "".join(found.characters) == "thecatate?fish"
    assert [i for i, first in enumerate(found.begins) if first] == [0, 3, 6, 9, 10]
    assert list(found.guesses) == [4, 8, 12]
    assert len(gaps.fill(live.small_model(), "a" * 100).characters) == 62
    assert gaps.fill(live.small_model(), "") == ([], [], {})


def test_gaps_that_are_filled_alike():
    filled = gaps.Filled(list("abcdefgh"), [True] * 8, {1: "e", 3: "e", 5: "e", 7: "n"})
    assert gaps.alike(filled) == 0.75
