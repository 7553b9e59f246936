"""The reference of ``skip_gram_pairs``: it stands in until the student is right."""

from collections.abc import Callable, Iterable, Sequence

Pairs = list[tuple[str, str]]


def skip_gram_pairs(words: Sequence[str], window: int) -> Pairs:
    """Return a pair (word, neighbor) for each neighbor at most ``window`` places away."""
    return paired(words, lambda i: range(max(i - window, 0), i + window + 1))


def paired(
    words: Sequence[str], places: Callable[[int], Iterable[int]], itself: bool = False
) -> Pairs:
    """Pair each word with those at ``places(i)`` that exist."""
    return [
        (words[i], words[j])
        for i in range(len(words))
        for j in places(i)
        if j < len(words) and (itself or j != i)
    ]
