"""The unigram entropy that recorded runs are compared with."""

from lessons.l08_pretraining import measure


def test_characters_cost_less_than_equal_probabilities():
    assert 3 < measure.unigram_of_characters() < 4
