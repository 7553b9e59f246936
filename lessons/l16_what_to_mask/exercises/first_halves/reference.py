"""The reference of ``first_halves``."""

from collections.abc import Mapping


def first_halves(counts: Mapping[tuple[str, str], int]) -> dict[str, str]:
    """Return for each second half of a word its most frequent first half."""
    firsts: dict[str, str] = {}
    for first, second in sorted(counts, key=lambda word: counts[word], reverse=True):
        firsts.setdefault(second, first)
    return firsts
