"""The misconceptions about ``cosine``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _compared(
    a: Tensor,
    b: Tensor,
    *,
    length: Callable[[Tensor], Tensor] = torch.linalg.vector_norm,
    divide: Callable[[Tensor, Tensor, Tensor], Tensor] = lambda dot, first, second: (
        dot / (first * second)
    ),
    finish: Callable[[Tensor], Tensor] = lambda cosine: cosine,
) -> Tensor:
    return finish(divide(a @ b, length(a), length(b)))


MISCONCEPTIONS = (
    Misconception(
        "the dot product is not divided by the lengths",
        "Divide by both lengths: the dot product grows with them, the cosine of an angle does not.",
        partial(_compared, divide=lambda dot, first, second: dot),
    ),
    Misconception(
        "the dot product is divided by one length only",
        "Divide by the length of a and by the length of b: what is left depends on the angle "
        "alone.",
        partial(_compared, divide=lambda dot, first, second: dot / first),
        variants=(partial(_compared, divide=lambda dot, first, second: dot / second),),
    ),
    Misconception(
        "the brackets are missing, so the result is multiplied by the second length",
        "Put the product of the lengths in brackets: Python goes from left to right, so "
        "x / y * z is (x / y) * z.",
        partial(_compared, divide=lambda dot, first, second: dot / first * second),
        variants=(partial(_compared, divide=lambda dot, first, second: dot / second * first),),
    ),
    Misconception(
        "the lengths are added",
        "Divide by the product of the two lengths, not by their sum: then a vector with itself "
        "gives 1.",
        partial(_compared, divide=lambda dot, first, second: dot / (first + second)),
    ),
    Misconception(
        "the lengths are squared",
        "The length is the square root of the sum of squares; a @ a is that sum before the root.",
        partial(_compared, length=lambda vector: vector @ vector),
    ),
    Misconception(
        "the length is the sum of the absolute components, the L1 norm",
        "Take the root of the sum of squares, which is what a.norm() does: with other lengths a "
        "vector with itself does not give 1.",
        partial(_compared, length=lambda vector: vector.norm(p=1)),
    ),
    Misconception(
        "the sign is lost",
        "Keep the sign: opposite vectors have a cosine of -1, not of 1.",
        partial(_compared, finish=torch.abs),
    ),
    Misconception(
        "the distance between the vectors is returned",
        "The cosine compares directions and is 1 for equal ones; the distance is 0 there.",
        lambda a, b: (a - b).norm(),
    ),
    Misconception(
        "the angle itself is returned",
        "Stop before the arc cosine: what is wanted is the cosine of the angle, in [-1, 1].",
        partial(_compared, finish=lambda cosine: torch.arccos(cosine.clamp(-1, 1))),
    ),
)
