"""Offsets: which characters of a text a word piece stands for.

A tokenizer forgets them, since it needs no more than the pieces. Tags and answers, however, are
known by their characters, so here the same steps are taken again with the places kept.
"""

import unicodedata
from collections.abc import Iterator
from typing import NamedTuple

from bertlab.text.wordpiece import PREFIX, SPECIALS, WordPieceTokenizer


class Piece(NamedTuple):
    """A word piece and its characters, ``start`` to ``end`` (exclusive), in the text as written."""

    id: int
    start: int
    end: int


class PlacedWord(NamedTuple):
    """A normalized word, and for each of its characters the place it came from."""

    characters: str
    places: tuple[int, ...]


def placed_words(text: str, tokenizer: WordPieceTokenizer) -> Iterator[PlacedWord]:
    """Split a text as ``tokenizer.words`` does, and keep for each character where it came from.

    What normalization drops (accents, invisible marks) has no place; what it takes apart (the
    ligature ﬁ stays whole, but 각 becomes ᄀ, ᅡ and ᆨ) has the place of the whole.
    """
    table = tokenizer.characters
    word: list[tuple[str, int]] = []
    place = 0
    while place < len(text):
        begins = text[place] == "["  # as specials do
        special = next((s for s in SPECIALS if text.startswith(s, place)), "") if begins else ""
        if special:
            yield from _finished(word)
            yield PlacedWord(special, tuple(range(place, place + len(special))))
            word, place = [], place + len(special)
            continue
        for character in table[ord(text[place])]:
            if character.isspace():
                yield from _finished(word)
                word = []
            else:
                word.append((character, place))
        place += 1
    yield from _finished(word)


def _finished(word: list[tuple[str, int]]) -> Iterator[PlacedWord]:
    if word:
        yield PlacedWord("".join(c for c, _ in word), tuple(place for _, place in word))


def place_pieces(text: str, tokenizer: WordPieceTokenizer) -> list[Piece]:
    """Return the pieces of a text with their characters, without [CLS] and [SEP].

    The ids are those of ``tokenizer.text_ids(text)``, in the same order.

    Args:
        text: The text as written, before it is normalized.
        tokenizer: Cuts it.

    Raises:
        ValueError: If it is no string.
    """
    if not isinstance(text, str):
        raise ValueError(f"expected a text (str), got {type(text).__name__}")
    pieces: list[Piece] = []
    for characters, places in placed_words(text, tokenizer):
        ids = [tokenizer.ids[characters]] if characters in SPECIALS else tokenizer.cut(characters)
        if ids == [tokenizer.unk_id] or characters in SPECIALS:
            pieces.append(Piece(ids[0], places[0], places[-1] + 1))
            continue
        first = 0
        for number in ids:
            end = first + len(tokenizer.vocabulary[number].removeprefix(PREFIX))
            pieces.append(Piece(number, places[first], places[end - 1] + 1))
            first = end
    return pieces


def end_with_marks(text: str, end: int, tokenizer: WordPieceTokenizer) -> int:
    """Return the end of a stretch of text with the marks behind it that normalize to nothing.

    To the tokenizer an accent of its own character belongs to no piece; to a reader it does.
    """
    while end < len(text) and unicodedata.category(text[end])[0] == "M":
        if tokenizer.characters[ord(text[end])]:
            break  # it counts, so it has a piece
        end += 1
    return end
