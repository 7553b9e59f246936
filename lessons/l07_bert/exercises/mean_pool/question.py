"""The question: average the vectors of each text's tokens, padding left out."""

import torch

from workbook.exercises import Case, Question


def _mean_cases() -> list[Case]:
    generator = torch.Generator().manual_seed(0)
    cases = []
    batches = ((4, 6), 7, 3), ((5, 2, 4), 6, 8), ((2,), 4, 3), ((1, 1), 1, 4)
    for lengths, tokens, size in batches:
        shape = (len(lengths), tokens, size)
        hidden = torch.randn(shape, generator=generator, dtype=torch.float64) + 1
        mask = (torch.arange(tokens) < torch.tensor(lengths)[:, None]).long()
        cases.append(Case((hidden, mask)))
    # The same with padding in front: it is the mask that says where the tokens are.
    return [*cases, Case((cases[0].args[0], cases[0].args[1].flip(1)))]


QUESTION = Question(
    name="mean_pool",
    cases=_mean_cases,
    difficulty=2,
    minutes=4,
)
