"""The question: micro-batches that give the updates of full batches."""

import torch

from workbook.exercises import Case, Question


def _case(seed: int, sizes: tuple[int, ...], classes: int, hidden: int, every: int) -> Case:
    generator = torch.Generator().manual_seed(seed)
    micro_batches = []
    for size in sizes:
        vectors = torch.randn(size, hidden, generator=generator, dtype=torch.float64)
        micro_batches.append((vectors, torch.randint(classes, (size,), generator=generator)))
    weight = torch.randn(classes, hidden, generator=generator, dtype=torch.float64)
    return Case((weight, micro_batches, every, 0.5 + 0.1 * seed))


def _cases() -> list[Case]:
    weight, large, _, _ = _case(6, sizes=(5, 3, 2), classes=4, hidden=6, every=2).args
    return [
        _case(0, sizes=(4, 7, 1, 4, 4, 1), classes=3, hidden=5, every=2),
        _case(1, sizes=(6, 1, 8, 6, 8), classes=4, hidden=7, every=3),  # a rest of two
        _case(2, sizes=(1, 9, 4, 9), classes=6, hidden=3, every=2),
        _case(3, sizes=(5, 2, 7), classes=3, hidden=4, every=2),  # a rest of one
        _case(4, sizes=(6,), classes=2, hidden=5, every=4),
        _case(5, sizes=(2, 3, 2), classes=4, hidden=6, every=1),  # each has an update of its own
        Case((2 * weight, [(2.5 * vectors, labels) for vectors, labels in large], 2, 0.01)),
    ]


QUESTION = Question(
    name="accumulated_updates",
    cases=_cases,
    difficulty=4,
    minutes=12,
    exact_types=True,
)
