"""The question: one whole encoder layer."""

from lessons.l05_attention.exercises.cases import filled
from lessons.l05_attention.exercises.self_attention.question import cases

from typing import Any

from jaxtyping import Float
from torch import Tensor

from workbook.exercises import Question


def tried(cls: Any, x: Float[Tensor, "B T D"], mask: Tensor, H: int) -> Float[Tensor, "B T D"]:
    """Return what a layer with given parameters makes of vectors."""
    result: Tensor = filled(cls(x.shape[-1], H), seed=H)(x, mask)
    return result


QUESTION = Question(
    name="EncoderLayer", tried=tried, cases=cases, difficulty=2, minutes=5, tolerance=1e-5
)
