"""Truncation: what to leave out of a text that is longer than the model can read."""


def truncate(
    first: list[int], second: list[int] | None, max_length: int
) -> tuple[list[int], list[int] | None]:
    """Cut ends off, from the longer text first, until both fit with [CLS] and [SEP]s.

    Args:
        first: Ids of the first text, without specials.
        second: Ids of the second text, or None.
        max_length: Room for everything, specials included.

    Raises:
        ValueError: If not even the specials fit.
    """
    specials = 2 if second is None else 3
    room = max_length - specials
    if room < 0:
        raise ValueError(
            f"max_length must be at least {specials} for the specials, got {max_length}"
        )
    if second is None:
        return first[:room], None
    short, long = sorted((len(first), len(second)))
    if short + long > room:
        # The shorter text stays whole if it fits in its half; else both get a half.
        short = min(short, room // 2)
        long = room - short
    keep = (short, long) if len(first) <= len(second) else (long, short)
    return first[: keep[0]], second[: keep[1]]
