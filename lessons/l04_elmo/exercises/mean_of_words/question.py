"""The question, with its cases.

Give the mean over each row's words: without its first and last token and the padding.
"""

import torch

from workbook.exercises import Case, Question


def _pool_cases() -> list[Case]:
    def case(F: int, *lengths: int) -> Case:
        shape = (len(lengths), max(lengths) + 1, F)
        return Case((torch.randn(shape), torch.tensor(lengths)))

    no_padding, _ = case(4, 5, 3, 5).args
    no_padding[0, 2] = 0  # a word, too
    no_padding[2, 1] = no_padding[2, 3]  # a word that comes again
    full = Case((no_padding, torch.tensor([6, 3, 6])))
    return [case(4, 5, 3), case(2, 6, 4, 5), case(3, 7, 3, 4, 6), case(2, 4), full]


QUESTION = Question(
    name="mean_of_words",
    cases=_pool_cases,
    difficulty=2,
    minutes=8,
)
