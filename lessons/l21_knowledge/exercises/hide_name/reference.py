"""The reference of ``hide_name``."""

from collections.abc import Sequence
from random import Random


def hide_name(
    words: Sequence[str], names: Sequence[tuple[int, int]], rate: float, generator: Random
) -> tuple[list[str], list[int]]:
    """Return what the model reads, and the hidden positions: names are hidden as a whole.

    Args:
        words: The text.
        names: Start and end of each name, the end not included, in the order of the text.
        rate: Probability that a unit (a name, or a word outside of names) is hidden.
        generator: Draws once for each unit, in the order of the text.
    """
    positions: list[int] = []
    ends, start = dict(names), 0
    while start < len(words):
        end = ends.get(start, start + 1)
        if generator.random() < rate:
            positions += range(start, end)
        start = end
    return ["[MASK]" if i in positions else word for i, word in enumerate(words)], positions
