"""The question: the words nearest to a word. It is not graded."""

import torch

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    words = tuple("abcdefghi")
    vectors = torch.randn(9, 3, generator=torch.Generator().manual_seed(4)).double()
    vectors *= torch.linspace(0.2, 3, 9).double()[:, None]  # rows of different lengths
    return [Case((words, vectors, *asked)) for asked in (("b", 3), ("g", 4), ("d", 8))]


QUESTION = Question(name="nearest_words", cases=_cases, difficulty=3, minutes=6, graded=False)
