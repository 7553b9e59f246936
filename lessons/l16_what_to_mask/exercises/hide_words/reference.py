"""The reference of ``hide_words``: it stands in until the student is right."""

from collections.abc import Sequence


def hide_words(words: Sequence[tuple[int, int]], order: Sequence[int], number: int) -> list[int]:
    """Return the positions that are hidden, rising: whole words, and never more than ``number``.

    Args:
        words: The first position of each word, and the position after its last.
        order: In which the words are visited, by their indices in ``words``.
        number: Of characters to hide, at most.
    """
    hidden: list[int] = []
    for index in order:
        start, end = words[index]
        if len(hidden) + end - start <= number:
            hidden += range(start, end)
    return sorted(hidden)
