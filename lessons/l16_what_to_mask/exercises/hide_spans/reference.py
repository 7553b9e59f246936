"""The reference of ``hide_spans``."""

from collections.abc import Sequence


def hide_spans(
    words: Sequence[tuple[int, int]], starts: Sequence[int], lengths: Sequence[int], number: int
) -> list[tuple[int, int]]:
    """Return the spans that are hidden: whole words, never twice, ``number`` positions at most."""
    hidden, spans = set[int](), list[tuple[int, int]]()
    for start, length in zip(starts, lengths, strict=True):
        span = words[start : start + length]
        positions = range(span[0][0], span[-1][1])
        if hidden.isdisjoint(positions) and len(hidden) + len(positions) <= number:
            hidden.update(positions)
            spans.append((positions.start, positions.stop))
    return spans
