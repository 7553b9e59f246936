"""The question, with its cases.

Give the proportion of uses whose nearest other use, by the cosine, has the same sense.
"""

import torch

from workbook.exercises import Case, Question


def _agree_cases() -> list[Case]:
    def case(N: int, F: int, kinds: int, offset: float = 0.0) -> Case:
        senses = torch.arange(N) % kinds
        vectors = torch.randn(kinds, F)[senses] + torch.randn(N, F) + offset
        lengths = torch.rand(N, 1) * 4 + 0.3  # a long vector is near to all by the dot product
        return Case((vectors * lengths, senses[torch.randperm(N)] if offset else senses))

    apart = torch.eye(7)[:6] - 1 / 6 + 0.03 * torch.randn(6, 7)  # no cosine above 0
    cases = [case(8, 3, 2), case(11, 4, 3), case(30, 5, 2), case(37, 3, 3), case(24, 4, 2, 1.5)]
    return [*cases, Case((apart, torch.tensor([0, 1, 0, 1, 1, 2])))]


QUESTION = Question(
    name="nearest_agrees",
    cases=_agree_cases,
    difficulty=3,
    minutes=8,
    exact_types=True,
)
