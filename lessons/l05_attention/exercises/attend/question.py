"""The question: scaled dot-product attention, with any axes in front and any mask."""

import torch
from torch import Tensor

from workbook.exercises import Case, Question


def _vectors(*shape: int) -> tuple[Tensor, ...]:
    generator = torch.Generator().manual_seed(shape[-2])
    return tuple(1.5 * torch.randn(3, *shape, generator=generator, dtype=torch.float64))


def _padding(tokens: int, *lengths: int) -> Tensor:
    return (torch.arange(tokens) < torch.tensor(lengths)[:, None])[:, None, :]


def _cases() -> list[Case]:
    causal = torch.ones(4, 4, dtype=torch.bool).tril()
    texts = Case((*_vectors(3, 5, 6), _padding(5, 2, 4, 1)))
    in_front = Case((*_vectors(2, 7, 4), _padding(7, 3, 5).flip(-1)))
    one_text = Case((*_vectors(4, 3), causal))
    heads = Case((*_vectors(2, 3, 4, 5), (causal & _padding(4, 4, 3))[:, None]))
    query, key, value = _vectors(3, 6, 2)
    query[2] = 0  # nothing may be seen there: then every way to hide gives equal weights, but -inf
    empty = Case((query, key, value, _padding(6, 4, 5, 0)))
    one_token = Case((*_vectors(2, 1, 3), _padding(1, 1, 1)))
    # In float32 each exp of such scores overflows; hidden ones are high, too.
    large = Case((*(20 * part.float() for part in _vectors(2, 5, 4)), _padding(5, 3, 4).flip(-1)))
    query, key, value = _vectors(2, 6, 3)
    low = Case((10 * query.abs(), -10 * key.abs(), value, _padding(6, 2, 4)))  # far below 0
    return [texts, in_front, one_text, heads, empty, one_token, large, low]


QUESTION = Question(name="attend", cases=_cases, difficulty=3, minutes=7, exact_types=True)
