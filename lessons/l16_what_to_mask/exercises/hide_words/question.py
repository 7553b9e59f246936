"""The question: which positions are hidden, if only whole words may be."""

from random import Random

from workbook.exercises import Case, Question


def _words(lengths: list[int], first: int = 1) -> list[tuple[int, int]]:
    """Return words of some lengths next to each other, after [CLS]."""
    found = []
    for length in lengths:
        found.append((first, first + length))
        first += length
    return found


def _drawn(number: int, most: int, seed: int) -> Case:
    generator = Random(seed)
    lengths = generator.choices([1, 2, 2, 3, 4], k=number)
    return Case((_words(lengths), generator.sample(range(number), number), most))


def _cases() -> list[Case]:
    return [
        Case((_words([2, 1, 2, 2, 1, 1]), [3, 0, 4, 2, 5, 1], 4)),
        Case((_words([2, 3, 1, 2]), [1, 0, 2, 3], 4)),  # the second does not fit, the third does
        Case((_words([1, 3, 4, 1, 2]), [2, 1, 4, 0, 3], 3)),  # the first visited is too long
        Case(([(2, 4), (6, 9), (10, 11)], [1, 2, 0], 5)),  # gaps between words
        Case((_words([2, 2]), [1, 0], 1)),  # nothing fits
        Case((_words([2, 1, 1]), [0, 1, 2], 9)),  # all of it fits
        Case((_words([3, 2, 2, 1]), [0, 1, 2, 3], 6)),
        Case(([], [], 3)),  # a line without words
        Case(([(1, 3)], [0], 2)),
        _drawn(8, 5, 1),
        _drawn(12, 4, 2),
        _drawn(20, 7, 3),
        _drawn(15, 6, 8),
    ]


QUESTION = Question(name="hide_words", cases=_cases, difficulty=2, minutes=10)
