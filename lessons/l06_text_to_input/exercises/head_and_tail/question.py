"""The question, with its cases.

Shorten [CLS] text [SEP]: keep ``head`` pieces of the text and as many of its last as fit.
"""

from workbook.exercises import Case, Question


def _tail_cases() -> list[Case]:
    def case(length: int, max_length: int, head: int) -> Case:
        return Case(([101, *range(1000, 1000 + length), 102], max_length, head))

    # Without [CLS] and [SEP] the texts of 7 and of 6 pieces would fit; one of 5 does.
    close = [case(7, 7, 2), case(6, 7, 2), case(5, 7, 2), case(4, 7, 2)]
    close += [case(10, 7, 0), case(0, 7, 2), case(4, 9, 0)]
    close += [Case(([1, 0, 5, 5, 0, 6, 5, 0, 5, 6, 2], 8, 3))]  # equal pieces, other ends
    return [case(12, 9, 2), case(8, 7, 4), case(20, 12, 3), case(4, 9, 3), case(9, 6, 4), *close]


QUESTION = Question(
    name="head_and_tail",
    cases=_tail_cases,
    difficulty=3,
    minutes=8,
)
