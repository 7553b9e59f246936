"""The question: which spans are hidden, if each is hidden as a whole or not at all."""

from collections.abc import Sequence
from itertools import accumulate, pairwise
from random import Random

from workbook.exercises import Case, Question


def _words(sizes: Sequence[int], first: int = 1) -> list[tuple[int, int]]:
    """Return words of some sizes next to each other, after [CLS]."""
    return list(pairwise(accumulate(sizes, initial=first)))


def _drawn(words: int, spans: int, number: int, seed: int) -> Case:
    generator = Random(seed)
    sizes = generator.choices([1, 2, 2, 3], k=words)
    starts = generator.sample(range(words), spans)
    return Case((_words(sizes, seed), starts, generator.choices([1, 1, 2, 3, 4], k=spans), number))


def _cases() -> list[Case]:
    return [
        Case((_words([2, 1, 2, 2, 1]), [3, 0, 1, 4], [1, 2, 3, 1], 6)),  # 1 overlaps, 4 fits
        Case((_words([1, 2, 3, 2], 5), [2, 1, 0], [9, 1, 3], 7)),  # cut off at the end
        Case((_words([1, 1, 2, 1, 1, 3]), [2, 0, 5], [1, 5, 1], 20)),  # the second surrounds it
        Case((_words([1, 2, 1, 2, 2]), [1, 0, 3], [2, 3, 1], 8)),  # it ends where one is hidden
        Case((_words([3, 2, 4, 1]), [2, 0, 3], [1, 1, 1], 5)),  # the second does not fit
        Case((_words([2, 2], 0), [0, 1], [1, 1], 1)),  # nothing fits
        Case((_words([3, 1, 2], 3), [0, 0, 2], [1, 2, 1], 6)),  # one word twice
        Case((_words([1, 3], 2), [], [], 4)),
        Case(([(4, 6)], [0], [1], 2)),
        Case(([], [], [], 3)),
        _drawn(9, 7, 8, seed=1),
        _drawn(14, 10, 12, seed=2),
        _drawn(20, 12, 16, seed=3),
    ]


def _allows(
    words: Sequence[tuple[int, int]], starts: Sequence[int], lengths: Sequence[int], number: int
) -> bool:
    inside = all(0 <= start < len(words) for start in starts) and min(lengths, default=1) > 0
    return inside and all(a[1] == b[0] for a, b in pairwise(words)) and number >= 0


QUESTION = Question(name="hide_spans", cases=_cases, difficulty=3, minutes=15, allows=_allows)
