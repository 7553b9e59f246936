"""The question: give gamma times the sum of the layers, weighted by the softmax of w."""

import torch

from workbook.exercises import Case, Question


def _mix_cases() -> list[Case]:
    def case(number: int, T: int, F: int, gamma: float) -> Case:
        return Case((torch.randn(number, T, F), torch.rand(number) * 2 + 0.1, gamma))

    signs = Case((torch.randn(3, 4, 2), torch.tensor([-1.2, 0.5, 0.3]), 1.2))
    cases = [case(3, 2, 4, 1.5), case(2, 5, 3, 0.4), case(4, 3, 2, 2.5), case(3, 1, 2, 0.7)]
    # exp alone overflows
    large = Case((torch.randn(5, 2, 3), torch.tensor([100.5, 98.0, 101.2, 94.0, 99.0]), -0.8))
    return [*cases, signs, large]


QUESTION = Question(
    name="scalar_mix",
    cases=_mix_cases,
    difficulty=2,
    minutes=6,
)
