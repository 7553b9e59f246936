"""The question: score documents by the best match of each query token."""

import torch
from torch.nn.functional import normalize

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    generator = torch.Generator().manual_seed(3)
    cases = []
    for Q, N, T, D in ((3, 4, 5, 6), (1, 2, 3, 4), (2, 3, 6, 5), (4, 1, 2, 3)):
        query = torch.randn(Q, D, generator=generator, dtype=torch.float64)
        documents = torch.randn(N, T, D, generator=generator, dtype=torch.float64)
        lengths = torch.randint(1, T + 1, (N, 1), generator=generator)
        lengths[0] = T - 1
        mask = (torch.arange(T) < lengths).long()
        cases.append(Case((normalize(query, dim=-1), normalize(documents, dim=-1), mask)))
    # The only token points away from the query: its match is below 0, and padding must not help.
    query = torch.tensor([[1.0, 0.0, 0.0]], dtype=torch.float64)
    documents = torch.tensor([[[-0.6, 0.8, 0.0], [1.0, 0.0, 0.0]]], dtype=torch.float64)
    cases.append(Case((query, documents, torch.tensor([[1, 0]]))))
    # Documents of one token.
    query = torch.randn(2, 4, generator=generator, dtype=torch.float64)
    documents = torch.randn(3, 1, 4, generator=generator, dtype=torch.float64)
    one = torch.ones(3, 1, dtype=torch.long)
    cases.append(Case((normalize(query, dim=-1), normalize(documents, dim=-1), one)))
    # Padding may stand in front.
    query, documents, mask = cases[0].args
    cases.append(Case((query, documents.flip(1), mask.flip(1))))
    return cases


QUESTION = Question(name="max_sim", cases=_cases, difficulty=3, minutes=6)
