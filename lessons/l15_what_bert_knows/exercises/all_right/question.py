"""The question: the proportion of groups with every answer right."""

import torch

from workbook.exercises import Case, Question


def _case(right: list[int], group: list[int]) -> Case:
    return Case((torch.tensor(right).bool(), torch.tensor(group)))


def _cases() -> list[Case]:
    generator = torch.Generator().manual_seed(4)
    cases = [
        _case([1, 1, 0, 1, 1, 1], [0, 0, 1, 1, 2, 2]),
        _case([1, 0, 1, 1, 1, 0, 1], [7, 3, 7, 3, 9, 9, 7]),  # groups of other sizes, mixed
        _case([0, 0, 1], [5, 5, 2]),
        _case([1, 0, 0, 1, 1], [2, 2, 2, 6, 6]),
        _case([1], [4]),
        _case([0, 1, 0, 1], [1, 1, 0, 0]),
        _case([1, 1, 1, 0, 1], [8, 8, 8, 8, 1]),
    ]
    for number, groups in ((12, 5), (20, 6), (15, 7)):
        right = torch.rand(number, generator=generator) < 0.75
        cases.append(Case((right, torch.randint(groups, (number,), generator=generator) * 3)))
    return cases


QUESTION = Question(name="all_right", cases=_cases, difficulty=2, minutes=4)
