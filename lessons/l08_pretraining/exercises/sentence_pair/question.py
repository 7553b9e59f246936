"""The question: a document becomes a pair of texts, true or false."""

from collections.abc import Sequence

from workbook.exercises import Case, Question


def _documents(sizes: Sequence[int]) -> list[list[list[int]]]:
    """Number the tokens: document, sentence and position can be read off each (207 is 2, 0, 7)."""
    return [
        [
            [1000 * d + 100 * s + t for t in range(1, 3 + (d + s) % 3)]
            for s in range(number_of_sentences)
        ]
        for d, number_of_sentences in enumerate(sizes, start=1)
    ]


def _cases() -> list[Case]:
    five, four = _documents((4, 5, 3, 6, 7)), _documents((5, 3, 4, 6))
    copies, apart = [five[0], five[0], five[2]], [five[0], five[3], five[0]]
    echo = [[[0, 7, 0], [7], [0, 7, 0], [9, 0]], [[7, 9], [9, 7], [7, 9], [9, 7], [8]]]
    return [
        Case((five, 1, 2, 0.31, 0.6, 0.7)),  # the second part follows
        Case((five, 2, 1, 0.82, 0.55, 0.62)),  # a stranger behind the own document
        Case((four, 3, 4, 0.5, 0.2, 0.45)),  # a stranger before it
        Case((four, 1, 1, 0.9, 0.4, 0.8)),  # the number drawn is the document's own
        Case((five, 0, 3, 0.05, 0.1, 0.35)),
        Case((five, 2, 1, 0.7, 0.3, 0.5)),
        Case((copies, 0, 2, 0.6, 0.1, 0.3)),  # another document may say the same
        Case((apart, 2, 1, 0.75, 0.2, 0.4)),  # and come before it, with a third between
        Case((five, 1, 3, 0.6, 0.81, 0.27)),  # 3.24 and 1.89 are cut off, not rounded
        Case((four, 0, 2, 0.65, 0.55, 0.0)),  # the others are all behind it
        Case((five, 0, 2, 0.6, 0.5, 0.5)),  # 2 and 3 as they are
        Case((echo, 0, 1, 0.2, 0.5, 0.5)),  # ids and sentences come again
        Case((echo, 1, 3, 0.9, 0.3, 0.5)),  # a sentence of the stranger, too
    ]


QUESTION = Question(
    name="sentence_pair",
    cases=_cases,
    difficulty=2,
    minutes=12,
)
