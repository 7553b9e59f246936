"""The reference of ``friends_spans``: the friend's code without its bugs."""

from collections.abc import Sequence


def friends_spans(
    ids: list[int],
    spans: Sequence[tuple[int, int]],
    mask_id: int,
    draws: Sequence[float],
    random_ids: Sequence[int],
) -> list[int]:
    """Return what the model sees: each span as [MASK], as random pieces, or as it is."""
    shown = list(ids)
    for start, end in spans:
        for position in range(start, end):
            draw = draws[start]
            if draw < 0.8:
                shown[position] = mask_id
            elif draw < 0.9:
                shown[position] = random_ids[position]
    return shown
