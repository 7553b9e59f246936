"""The question: how sure is a gain that two models show on the same texts?"""

import torch

from workbook.exercises import Case, Question


def _case(seed: int, texts: int, rows: int, chance: float, gain: float, alike: float) -> Case:
    """Make two models that agree on many texts. The ends of 95% of the rows are two of them."""
    generator = torch.Generator().manual_seed(seed)

    def draw() -> torch.Tensor:
        return torch.rand(texts, generator=generator, dtype=torch.float64)

    ease = draw()
    other = torch.where(draw() < alike, ease, draw())
    right_a, right_b = (ease < chance).double(), (other < chance + gain).double()
    draws = torch.randint(texts, (rows, texts), generator=generator)
    return Case((right_a, right_b, draws))


def _cases() -> list[Case]:
    return [
        _case(0, texts=50, rows=121, chance=0.7, gain=0.1, alike=0.8),
        _case(1, texts=33, rows=81, chance=0.5, gain=-0.2, alike=0.6),
        _case(2, texts=90, rows=41, chance=0.85, gain=0.02, alike=0.9),
        _case(30, texts=110, rows=401, chance=0.75, gain=0.05, alike=0.5),
        _case(3, texts=64, rows=201, chance=0.6, gain=0.2, alike=0.5),
        _case(4, texts=30, rows=161, chance=0.8, gain=0.0, alike=0.7),
    ]


QUESTION = Question(
    name="paired_interval",
    cases=_cases,
    difficulty=2,
    minutes=7,
    tolerance=1e-4,  # of a percentage point: float32 means will do
    exact_types=True,
)
