"""The question: layer normalization."""

import torch

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    generator = torch.Generator().manual_seed(0)
    cases = []
    shapes = (2, 3, 5), (4, 2, 3), (1, 4, 2), (3, 1, 6)
    for shape, eps in zip(shapes, (0.1, 0.02, 0.05, 0.1), strict=True):
        x = torch.randn(shape, generator=generator, dtype=torch.float64) + 1
        gain, bias = torch.randn(2, shape[-1], generator=generator, dtype=torch.float64)
        if shape[0] == 4:
            x[1, 0] = 2.0  # variance 0: eps keeps it from 0 / 0
        cases.append(Case((x, gain + 1, bias, eps)))
    x, gain, bias, _ = cases[0].args
    small = Case((1e-4 * x, gain, bias))  # next to such a variance the usual eps counts
    whole = torch.randint(-4, 5, (3, 2, 4), generator=generator).float()
    single = Case((whole, torch.tensor([1.0, -0.5, 2.0, 0.5]), whole[0, 0], 0.1))
    return [*cases, Case((x, gain, bias)), small, single]


QUESTION = Question(
    name="layer_normalization",
    cases=_cases,
    difficulty=2,
    minutes=5,
    exact_types=True,
)
