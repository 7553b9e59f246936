"""Tokens as cards: every token once, in order, colored by type, and safe to show."""

import re

import pytest

from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from lessons.l06_text_to_input.figures import FIRST, SECOND, SPECIAL, UNKNOWN, token_cards


@pytest.fixture
def tokenizer():
    return WordPieceTokenizer([*SPECIALS, "play", "##s", "<", "b", ">", "世"])


def cards(page):
    pattern = r"background: (#\w+)\"><b>(.*?)</b><br>(\d+)<br><small>type (\d), at (\d+)</small>"
    return re.findall(pattern, page)


def test_a_pair(tokenizer):
    assert cards(token_cards(tokenizer, "plays ox", "世")) == [
        (SPECIAL, "[CLS]", "2", "0", "0"),
        (FIRST, "play", "5", "0", "1"),
        (FIRST, "##s", "6", "0", "2"),
        (UNKNOWN, "[UNK]", "1", "0", "3"),
        (SPECIAL, "[SEP]", "3", "0", "4"),
        (SECOND, "世", "10", "1", "5"),
        (SPECIAL, "[SEP]", "3", "1", "6"),
    ]


def test_what_is_typed_is_not_taken_for_html(tokenizer):
    page = token_cards(tokenizer, "<b>")
    assert "<b>&lt;</b>" in page
    assert "<b><</b>" not in page


def test_a_long_text_is_counted_out(tokenizer):
    page = token_cards(tokenizer, "play " * 10, most=4)
    assert len(cards(page)) == 4
    assert "and 8 more" in page
    assert "more" not in token_cards(tokenizer, "play " * 2, most=4)
