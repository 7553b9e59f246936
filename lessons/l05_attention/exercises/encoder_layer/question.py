"""The question: one whole encoder layer."""

from lessons.l05_attention.exercises.cases import Parts

import torch

from workbook.exercises import Case, Question


def _case(lengths: tuple[int, ...], tokens: int, heads: int, head_size: int, inner: int) -> Case:
    generator = torch.Generator().manual_seed(tokens)
    shape = (len(lengths), tokens, heads * head_size)
    x = torch.randn(shape, generator=generator, dtype=torch.float64)
    mask = (torch.arange(tokens) < torch.tensor(lengths)[:, None]).long()
    return Case((x, mask, Parts(shape[-1], heads, inner, seed=tokens)))


def _cases() -> list[Case]:
    first = _case((3, 5), tokens=6, heads=3, head_size=4, inner=7)
    second = _case((2, 4, 1), tokens=5, heads=4, head_size=2, inner=11)
    one_text = _case((3,), tokens=4, heads=2, head_size=3, inner=5)
    one_token = _case((1, 1), tokens=1, heads=2, head_size=2, inner=3)
    x, mask, layer = _case((2, 4, 1), tokens=5, heads=2, head_size=4, inner=7).args
    around = Case((x, mask.roll(1, dims=1), layer))  # padding in front, too
    return [first, second, one_text, one_token, around]


QUESTION = Question(
    name="encoder_layer",
    cases=_cases,
    difficulty=2,
    minutes=5,
    tolerance=1e-5,
)
