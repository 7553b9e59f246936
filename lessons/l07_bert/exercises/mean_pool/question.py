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
    in_front = Case((cases[0].args[0], cases[0].args[1].flip(1)))
    # Each row has its own padding, and a token's numbers may be 0: they count.
    hidden = torch.randn((4, 5, 3), generator=generator, dtype=torch.float64)
    hidden[0, 2], hidden[1, 0, 1] = 0, 0
    places = [[0, 1, 1, 0, 0], [1, 1, 0, 0, 0], [0, 0, 1, 1, 1], [1, 1, 1, 1, 1]]
    return [*cases, in_front, Case((hidden, torch.tensor(places)))]


QUESTION = Question(
    name="mean_pool",
    cases=_mean_cases,
    difficulty=2,
    minutes=3,
    exact_types=True,
)
