"""The question: the mean cosine of all pairs of different vectors."""

import torch

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    generator = torch.Generator().manual_seed(0)
    cases = []
    for number, size in ((4, 3), (2, 5), (7, 2), (3, 4)):
        vectors = torch.randn(number, size, generator=generator, dtype=torch.float64)
        lengths = torch.arange(1, number + 1)[:, None]
        cases.append(Case(((vectors + 0.5) * lengths,)))
    opposite = torch.tensor([[1.0, 0.0], [-2.0, 0.0], [0.0, 3.0]], dtype=torch.float64)
    same_way = torch.tensor([[1.0, 2.0], [2.0, 4.0], [3.0, -1.0]], dtype=torch.float64)  # cosine 1
    return [*cases, Case((opposite,)), Case((same_way,))]


QUESTION = Question(
    name="mean_pair_cosine", cases=_cases, difficulty=2, minutes=4, exact_types=True
)
