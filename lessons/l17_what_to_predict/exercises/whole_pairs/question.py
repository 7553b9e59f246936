"""The question: which pairs a document gives for the order of sentences."""

from random import Random

from workbook.exercises import Case, Question


def _sentences(lengths: list[int]) -> list[list[int]]:
    """Return sentences of some lengths; no id stands in two of them."""
    found, first = [], 10
    for length in lengths:
        found.append(list(range(first, first + length)))
        first += length
    return found


def _drawn(number: int, most: int, seed: int) -> Case:
    generator = Random(seed)
    sentences = _sentences([generator.randint(1, 6) for _ in range(number)])
    return Case((sentences, [generator.random() < 0.5 for _ in sentences[1:]], most))


def _cases() -> list[Case]:
    return [
        Case((_sentences([2, 3, 1]), [False, True], 12)),
        Case((_sentences([2, 3, 1, 2]), [True, False, True], 8)),  # the first pair fits exactly
        Case((_sentences([2, 4, 3, 1]), [False, False, True], 8)),  # only the last one fits
        Case((_sentences([4, 4]), [True], 10)),  # nothing fits
        Case((_sentences([5]), [], 20)),  # a document of one sentence
        Case(([], [], 20)),
        Case((_sentences([1, 1, 1, 1, 1]), [True, True, False, False], 5)),
        _drawn(7, 10, 1),
        _drawn(9, 9, 2),
        _drawn(12, 11, 3),
    ]


QUESTION = Question(name="whole_pairs", cases=_cases, difficulty=2, minutes=7)
