"""The reference of ``second_halves``."""

from collections.abc import Mapping


def second_halves(counts: Mapping[tuple[str, str], int]) -> dict[str, str]:
    """Return for each first half of a word its most frequent second half."""
    seconds: dict[str, str] = {}
    for first, second in sorted(counts, key=lambda word: counts[word], reverse=True):
        seconds.setdefault(first, second)
    return seconds
