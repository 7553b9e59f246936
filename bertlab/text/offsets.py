"""Offsets: which characters of a text a word piece stands for.

A tokenizer forgets them, since it needs no more than the pieces. Tags and answers, however, are
known by their characters, so here the same steps are taken again, and positions are kept.
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


class WordWithOffsets(NamedTuple):
    """A normalized word, and for each of its characters the position it came from."""

    characters: str
    positions: tuple[int, ...]


def words_with_offsets(text: str, tokenizer: WordPieceTokenizer) -> Iterator[WordWithOffsets]:
    """Split a text as ``tokenizer.words`` does, and keep for each character where it came from.

    What normalization drops (accents, invisible marks) has no position; what it takes apart (the
    ligature ﬁ stays whole, but 각 becomes ᄀ, ᅡ and ᆨ) has the position of the whole.
    """
    table = tokenizer.characters
    word: list[tuple[str, int]] = []
    position = 0
    while position < len(text):
        begins = text[position] == "["  # as specials do
        special = next((s for s in SPECIALS if text.startswith(s, position)), "") if begins else ""
        if special:
            yield from _finished(word)
            yield WordWithOffsets(special, tuple(range(position, position + len(special))))
            word, position = [], position + len(special)
            continue
        for character in table[ord(text[position])]:
            if character.isspace():
                yield from _finished(word)
                word = []
            else:
                word.append((character, position))
        position += 1
    yield from _finished(word)


def _finished(word: list[tuple[str, int]]) -> Iterator[WordWithOffsets]:
    if word:
        yield WordWithOffsets("".join(c for c, _ in word), tuple(position for _, position in word))


def piece_offsets(text: str, tokenizer: WordPieceTokenizer) -> list[Piece]:
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
    for characters, positions in words_with_offsets(text, tokenizer):
        ids = [tokenizer.ids[characters]] if characters in SPECIALS else tokenizer.cut(characters)
        if ids == [tokenizer.unk_id] or characters in SPECIALS:
            pieces.append(Piece(ids[0], positions[0], positions[-1] + 1))
            continue
        first = 0
        for number in ids:
            end = first + len(tokenizer.vocabulary[number].removeprefix(PREFIX))
            pieces.append(Piece(number, positions[first], positions[end - 1] + 1))
            first = end
    return pieces


def end_with_marks(text: str, end: int, tokenizer: WordPieceTokenizer) -> int:
    """Return the end of a span of text with the marks behind it that normalize to nothing.

    To the tokenizer an accent of its own character belongs to no piece; to a reader it does.
    """
    while end < len(text) and unicodedata.category(text[end])[0] == "M":
        if tokenizer.characters[ord(text[end])]:
            break  # it counts, so it has a piece
        end += 1
    return end
