"""The question: attention with one mask for all heads, or for all texts."""

import torch
from torch import Tensor

from workbook.exercises import Case, Question


def _vectors(*shape: int) -> tuple[Tensor, ...]:
    generator = torch.Generator().manual_seed(sum(shape))
    return tuple(1.5 * torch.randn(3, *shape, generator=generator, dtype=torch.float64))


def _mask(*shape: int, own: bool = True) -> Tensor:
    """Draw a mask in which each token sees itself, or only the next one for certain."""
    generator = torch.Generator().manual_seed(sum(shape))
    certain = torch.eye(shape[-1], dtype=torch.bool).roll(0 if own else 1, dims=-1)
    return (torch.rand(shape, generator=generator) < 0.4) | certain


def _cases() -> list[Case]:
    q, k, v = _vectors(2, 3, 5, 4)
    some = tuple(each.float() for each in _vectors(2, 3, 6, 5))
    large = 20 * some[0], 20 * some[1], some[2]  # no exp of these scores is finite
    q_low, k_low, v_low = _vectors(3, 4, 6)
    return [
        Case((q, k, v, _mask(5, 5))),
        Case((*_vectors(2, 3, 4, 5), _mask(2, 1, 4, 4))),
        Case((*_vectors(5, 3), _mask(5, 5, own=False))),
        Case((*_vectors(2, 6, 3), _mask(6, 6))),
        Case((*large, _mask(2, 1, 6, 6, own=False))),
        Case((10 * q_low.abs(), -10 * k_low.abs(), v_low, _mask(4, 4))),  # far below 0
        Case((*_vectors(2, 1, 5, 3), _mask(2, 1, 5, 5))),  # one head
        Case((*_vectors(1, 2, 1, 3), _mask(1, 1, 1, 1))),
    ]


def _fits(q: Tensor, k: Tensor, v: Tensor, mask: Tensor) -> bool:
    return bool(mask.any(dim=-1).all())


QUESTION = Question(name="masked_attention", cases=_cases, difficulty=2, minutes=5, allows=_fits)
