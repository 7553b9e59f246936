"""The question: compare the vectors of two programs step by step, padding left out."""

import torch
from torch import Tensor

from workbook.exercises import Case, Question

MASKS = (  # with padding at the end, in front, and on both sides
    [[1, 1, 1, 1], [1, 1, 0, 0]],
    [[0, 1, 1, 1], [1, 1, 1, 1], [0, 0, 0, 1]],
    [[0, 1, 1, 1, 0]],
    [[1, 1, 1, 0, 0], [1, 1, 1, 1, 1]],
)
SIZES = (1.0, 1e-3, 0.25, 1e-8)  # of the differences at tokens
STEPS = (3, 2, 1, 2)
AT_PADDING = (0.01, 5.0, 5.0, 5.0)


def _states(mask: Tensor, seed: int) -> tuple[list[Tensor], list[Tensor]]:
    """Draw two programs' vectors in float64, after one to three steps."""
    generator = torch.Generator().manual_seed(seed)
    steps, size, apart = STEPS[seed], SIZES[seed], AT_PADDING[seed]
    mine, theirs = [], []
    for _ in range(steps):
        one, gap, rest = torch.randn((3, *mask.shape, 7), generator=generator, dtype=torch.float64)
        mine.append(one)
        theirs.append(one + torch.where(mask[..., None] == 1, size * gap, apart * rest))
    return mine, theirs


def _cases() -> list[Case]:
    cases = []
    for seed, rows in enumerate(MASKS):
        mask = torch.tensor(rows)
        cases.append(Case((*_states(mask, seed), mask)))
    mine, theirs, mask = cases[0].args
    equal = Case((mine, [each.clone() for each in mine], mask))
    turned = Case((theirs, mine, mask))  # what was above is now below
    gaps = [(a - b).abs() for a, b in zip(mine, theirs, strict=True)]
    one_sided = Case((mine[:2], [mine[0] + gaps[0], mine[1] - gaps[1]], mask))  # below, then above
    undefined = [each.masked_fill(mask[..., None] == 0, torch.nan) for each in mine]
    return [*cases, turned, equal, one_sided, Case((undefined, theirs, mask))]


QUESTION = Question(
    name="largest_differences",
    cases=_cases,
    difficulty=2,
    minutes=5,
    tolerance=1e-12,  # differences of 1e-8 have to be seen
    exact_types=True,
)
