"""The question: how sure is a lead of one masker over another, over lines and seeds?"""

import torch

from workbook.exercises import Case, Question


def _case(number: int, S: int, N: int, R: int, lead: float, of_seeds: float) -> Case:
    """Make scores in which lines are hard for both, and seeds differ. 95% ends at whole rows."""
    generator = torch.Generator().manual_seed(number)

    def drawn(*shape: int) -> torch.Tensor:
        return torch.randn(shape, generator=generator, dtype=torch.float64)

    hard, luck = 2 * drawn(N), drawn(S, 1)
    first = hard + luck + of_seeds * drawn(S, 1) + drawn(S, N) + lead
    second = hard + luck + of_seeds * drawn(S, 1) + drawn(S, N)
    seeds = torch.randint(S, (R, S), generator=generator)
    return Case((first, second, seeds, torch.randint(N, (R, N), generator=generator)))


def _cases() -> list[Case]:
    return [
        _case(0, S=3, N=50, R=121, lead=0.5, of_seeds=0.5),
        _case(1, S=5, N=33, R=81, lead=-0.8, of_seeds=1.0),
        _case(2, S=3, N=90, R=41, lead=0.0, of_seeds=0.3),
        _case(3, S=4, N=64, R=201, lead=0.2, of_seeds=0.8),
        _case(4, S=2, N=30, R=161, lead=1.0, of_seeds=0.6),
    ]


QUESTION = Question(name="seed_interval", cases=_cases, difficulty=3, minutes=6, exact_types=True)
