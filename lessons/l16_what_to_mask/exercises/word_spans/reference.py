"""The reference of ``word_spans``."""

from collections.abc import Sequence


def word_spans(pieces: Sequence[str]) -> list[tuple[int, int]]:
    """Return of each word the position of its first piece, and the one after its last."""
    spans: list[tuple[int, int]] = []
    for position, piece in enumerate(pieces):
        if spans and piece.startswith("##") and piece != "##":
            spans[-1] = (spans[-1][0], position + 1)
        else:
            spans.append((position, position + 1))
    return spans
