"""The question: whiten with what was fitted, keep the strongest directions, compare."""

import torch

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    generator = torch.Generator().manual_seed(0)

    def drawn(*shape: int) -> torch.Tensor:
        return torch.randn(shape, generator=generator, dtype=torch.float64)

    cases = []
    for fitted, size, queries, documents, dims in (
        (12, 4, 3, 5, 2),
        (20, 5, 2, 4, 5),
        (9, 3, 4, 2, 2),
    ):
        mixing, center = drawn(size, size), 2 + drawn(size)
        sets = [drawn(number, size) @ mixing + center for number in (fitted, queries, documents)]
        cases.append(Case((*sets, dims)))
    return cases


QUESTION = Question(
    name="whitened_cosines", cases=_cases, difficulty=4, minutes=10, exact_types=True
)
