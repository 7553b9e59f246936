"""The reference of ``best_cue``: it stands in until the student is right."""

from collections import Counter
from collections.abc import Sequence


def best_cue(pairs: Sequence[tuple[str, str]]) -> tuple[str, int, int]:
    """Return the character that gives the second of two sentences away most often.

    Args:
        pairs: Neighbors, as they stand in their document; each sentence has a character or more.

    Returns:
        The character; in how many pairs the second sentence alone has it; in how many the first
        alone. The difference of the two is the largest; of equally good ones it is the character
        that is sorted first.
    """
    in_second: Counter[str] = Counter()
    in_first: Counter[str] = Counter()
    characters: set[str] = set()
    for first, second in pairs:
        in_second.update(set(second) - set(first))
        in_first.update(set(first) - set(second))
        characters |= set(first) | set(second)
    best = max(sorted(characters), key=lambda one: in_second[one] - in_first[one])
    return best, in_second[best], in_first[best]
