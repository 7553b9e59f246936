"""The reference of ``best_cue``: it stands in until the student is right."""

from collections import Counter
from collections.abc import Sequence


def best_cue(pairs: Sequence[tuple[str, str]]) -> tuple[str, int, int]:
    """Return the character that gives the second of two sentences away most often.

    Args:
        pairs: Neighbors, as they stand in their document. Some character is a cue: the second
            sentence alone has it more often than the first alone.

    Returns:
        The character; in how many pairs the second sentence alone has it; in how many the first
        alone. The difference of the two is the largest; of equally good ones it is the character
        that is sorted first.
    """
    in_second: Counter[str] = Counter()
    in_first: Counter[str] = Counter()
    for first, second in pairs:
        in_second.update(set(second) - set(first))
        in_first.update(set(first) - set(second))
    best = max(sorted(in_second), key=lambda one: in_second[one] - in_first[one])
    return best, in_second[best], in_first[best]
