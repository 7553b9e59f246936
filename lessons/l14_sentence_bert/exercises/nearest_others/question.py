"""The question: the k nearest other texts of each text."""

import torch
from torch import Tensor
from torch.nn.functional import normalize

from workbook.exercises import Case, Question


def _cases() -> list[Case]:
    generator = torch.Generator().manual_seed(2)
    cases = []
    for N, D, k in ((6, 3, 2), (5, 4, 4), (7, 2, 3), (2, 3, 1)):
        lengths = torch.rand(N, 1, generator=generator, dtype=torch.float64) * 4 + 0.2
        vectors = torch.randn(N, D, generator=generator, dtype=torch.float64)
        cases.append(Case((vectors * lengths, k)))
    # Texts 1 and 3 are equal: each is the nearest other text of its twin, and of no one else.
    twins = [[3.0, 4.0, 0.0], [0.0, 3.0, 4.0], [4.0, 3.0, 0.0], [0.0, 3.0, 4.0], [2.0, 1.0, -2.0]]
    cases.append(Case((torch.tensor(twins, dtype=torch.float64), 1)))
    # The nearest other text of the last is still an opposite one.
    apart = [[1.0, 0.0], [0.8, 0.6], [-1.0, -0.5]]
    cases.append(Case((torch.tensor(apart, dtype=torch.float64), 2)))
    # The only other text is the opposite one: no cosine is below -1.
    cases.append(Case((torch.tensor([[1.0, 0.0, 0.0], [-2.0, 0.0, 0.0]]).double(), 1)))
    return cases


def _allows(vectors: Tensor, k: int) -> bool:
    """Tell whether there are k others, no vector of length 0, and no tie among the nearest."""
    if not (vectors.norm(dim=1) > 0).all() or k >= len(vectors):
        return False
    unit = normalize(vectors, dim=1)
    cosines = (unit @ unit.T).fill_diagonal_(-torch.inf).sort(dim=1, descending=True).values
    return bool((cosines[:, :k] - cosines[:, 1 : k + 1] > 1e-6).all())


QUESTION = Question(
    name="nearest_others",
    cases=_cases,
    difficulty=2,
    minutes=5,
    exact_types=True,
    allows=_allows,
)
