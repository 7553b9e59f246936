"""The CMU Pronouncing Dictionary: what is kept, and that no family is in two parts."""

from itertools import combinations

from bertlab.datasets import cmudict

PARTS = (cmudict().train, cmudict().validation, cmudict().test)


def test_words_and_their_pronunciations() -> None:
    words = {word.spelling: word for part in PARTS for word in part}
    assert words["walk"].pronunciations == (("W", "AO", "K"), ("W", "AA", "K"))
    assert words["read"].pronunciations == (("R", "EH", "D"), ("R", "IY", "D"))
    assert all(word.isascii() and word.isalpha() and 2 <= len(word) <= 14 for word in words)
    phonemes = {one for word in words.values() for way in word.pronunciations for one in way}
    assert len(phonemes) == 39 and all(one.isalpha() and one.isupper() for one in phonemes)


def test_a_way_that_differs_in_stress_alone_counts_once() -> None:
    for part in PARTS:
        for word in part:
            assert len(set(word.pronunciations)) == len(word.pronunciations) >= 1


def test_no_family_is_in_two_parts() -> None:
    families = [{word.family for word in part} for part in PARTS]
    assert not any(a & b for a, b in combinations(families, 2))
    of = {word.spelling: word.family for part in PARTS for word in part}
    assert of["walk"] == of["walked"] == of["walking"]
