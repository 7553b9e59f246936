"""The text that the ELMo lesson trains on live."""

from lessons.l04_elmo.examples import LETTERS, lines_of_letters


def test_lines_hold_the_first_letters_of_long_sentences():
    words = ["ab", "<num>", "c"] * 10
    lines = lines_of_letters([words, ["too", "short"]])
    assert lines.shape == (1, 32) and lines[0, 0] == 0 and lines[0, -1] == 1
    assert "".join(LETTERS[index] for index in lines[0, 1:8]) == "ab c ab"
