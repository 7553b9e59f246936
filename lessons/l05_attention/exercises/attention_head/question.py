"""The question: one head of scaled dot-product attention, with padding."""

import torch

from workbook.exercises import Case, Question


def _case(lengths: tuple[int, ...], tokens: int, size: int) -> Case:
    generator = torch.Generator().manual_seed(tokens)
    shape = (3, len(lengths), tokens, size)
    query, key, value = 1.5 * torch.randn(shape, generator=generator, dtype=torch.float64)
    mask = (torch.arange(tokens) < torch.tensor(lengths)[:, None]).long()
    # Where all is hidden, the scores are equal: then each way to hide gives equal weights, but -inf
    # gives NaN.
    query = query * (mask.sum(1) > 0)[:, None, None]
    return Case((query, key, value, mask))


def _cases() -> list[Case]:
    query, key, value, mask = _case((2, 4, 1), tokens=5, size=6).args
    in_front = Case((query, key, value, mask.flip(1)))  # padding may come first
    one_text, one_token = _case((3,), tokens=4, size=2), _case((1, 1), tokens=1, size=3)
    # In float32 each exp of such scores overflows; padding has high ones, too.
    *large, _ = (20 * vectors.float() for vectors in _case((5, 5), tokens=5, size=4).args)
    both_ends = Case((*large, torch.tensor([[0, 1, 1, 1, 0], [1, 1, 1, 1, 0]])))
    query, key, value, mask = _case((2, 4), tokens=6, size=3).args
    low = Case((10 * query.abs(), -10 * key.abs(), value, mask))  # all scores far below 0
    cases = [_case((3, 5), tokens=7, size=4), in_front, _case((4, 0), tokens=6, size=3)]
    return [*cases, one_text, one_token, both_ends, low]


QUESTION = Question(
    name="attention_head",
    cases=_cases,
    difficulty=3,
    minutes=10,
    exact_types=True,
)
