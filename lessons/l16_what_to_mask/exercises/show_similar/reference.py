"""The reference of ``show_similar``."""

from collections.abc import Mapping, Sequence

Word = tuple[int, ...]


def show_similar(
    ids: Sequence[int],
    spans: Sequence[tuple[int, int]],
    similar: Mapping[Word, Word],
    draws: Sequence[float],
    others: Sequence[Word],
) -> list[int]:
    """Return what MacBERT sees: each span as a similar word, as a random one, or as it is."""
    shown = list(ids)
    for (start, end), draw, other in zip(spans, draws, others, strict=True):
        word = tuple(ids[start:end])
        if draw < 0.8:
            shown[start:end] = similar.get(word, other)
        elif draw < 0.9:
            shown[start:end] = other
    return shown
