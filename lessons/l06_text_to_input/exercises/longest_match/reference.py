"""The reference of ``longest_match``: it stands in until the student is right."""

from collections.abc import Callable, Iterable, Set


def longest_match(word: str, vocabulary: Set[str]) -> list[str]:
    """Cut a word from the left into the longest pieces that fit; if a part fits none, ["[UNK]"]."""
    return _cut(word, vocabulary)


def _cut(
    word: str,
    vocabulary: Set[str],
    lengths: Callable[[int], Iterable[int]] = lambda left: range(left, 0, -1),
    first: str = "",
    inside: str = "##",
    stuck: Callable[[list[str]], list[str]] = lambda pieces: ["[UNK]"],
) -> list[str]:
    """Cut greedily. A slip tries other lengths, marks otherwise, or ends otherwise when stuck."""
    pieces: list[str] = []
    start = 0
    while start < len(word):
        mark = inside if start else first
        fitting = (
            n for n in lengths(len(word) - start) if mark + word[start : start + n] in vocabulary
        )
        length = next(fitting, 0)
        if not length:
            return stuck(pieces)
        pieces.append(mark + word[start : start + length])
        start += length
    return pieces
