"""The question: the positions of a sentence and of what hangs on its words."""

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    lists = [
        [0, 0, 1, 1, 1, 0, 0],  # the cello (is an instrument) was heavy
        [0, 0, 1, 1, 1, 2, 2, 0, 0],  # two branches of one word
        [0, 1, 1, 2, 0, 0, 3, 3, 3, 3, 0, 4],
        [0, 1, 2, 2, 2, 3, 0, 4, 4, 0],
        [0, 0, 0, 0],
        [0],
        [],
        [0, 1, 0, 2, 2, 0, 3, 3, 0, 0, 4, 4, 4, 5, 6],
    ]
    return [Case((branches,)) for branches in lists]


QUESTION = Question(name="soft_positions", cases=_cases, difficulty=3, minutes=8)
