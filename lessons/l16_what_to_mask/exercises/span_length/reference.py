"""The reference of ``span_length``."""

from collections.abc import Iterable


def span_length(coins: Iterable[float]) -> int:
    """Return how many words a span has: geometric with p = 0.2, and at most 10."""
    length = 1
    for coin in coins:
        if coin < 0.2:
            break
        length = 1 if length == 10 else length + 1
    return length
