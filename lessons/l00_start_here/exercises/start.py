"""Lesson 00: one small exercise, to see how exercises answer."""

import torch
from jaxtyping import Float
from torch import Tensor

from bertlab.exercises.definition import Case, Exercise, Misconception


def _cosine(a: Float[Tensor, " D"], b: Float[Tensor, " D"]) -> Float[Tensor, ""]:
    """Return the cosine similarity of two vectors of equal length."""
    return a @ b / (a.norm() * b.norm())


def _cases() -> list[Case]:
    generator = torch.Generator().manual_seed(0)
    cases = [Case(tuple(torch.randn(2, size, generator=generator))) for size in (3, 5, 8)]
    return [*cases, Case((torch.tensor([3.0, 4.0]), torch.tensor([-6.0, -8.0])))]


cosine = Exercise(
    name="cosine",
    reference=_cosine,
    cases=_cases,
    misconceptions=(
        Misconception(
            "the dot product is not divided by the lengths",
            "Divide by both lengths: the dot product grows with them, the cosine of an angle "
            "does not.",
            lambda a, b: a @ b,
        ),
        Misconception(
            "the dot product is divided by one length only",
            "Divide by the length of a and by the length of b: what is left depends on the angle "
            "alone.",
            lambda a, b: a @ b / a.norm(),
            variants=(lambda a, b: a @ b / b.norm(),),
        ),
        Misconception(
            "the lengths are added",
            "Divide by the product of the two lengths, not by their sum: then a vector with itself "
            "gives 1.",
            lambda a, b: a @ b / (a.norm() + b.norm()),
        ),
        Misconception(
            "the lengths are squared",
            "The length is the square root of the sum of squares; a @ a is that sum before the "
            "root.",
            lambda a, b: a @ b / ((a @ a) * (b @ b)),
        ),
        Misconception(
            "the sign is lost",
            "Keep the sign: opposite vectors have a cosine of -1, not of 1.",
            lambda a, b: (a @ b).abs() / (a.norm() * b.norm()),
        ),
        Misconception(
            "the distance between the vectors is returned",
            "The cosine compares directions and is 1 for equal ones; the distance is 0 there.",
            lambda a, b: (a - b).norm(),
        ),
        Misconception(
            "the angle itself is returned",
            "Stop before the arc cosine: what is wanted is the cosine of the angle, in [-1, 1].",
            lambda a, b: torch.arccos((a @ b / (a.norm() * b.norm())).clamp(-1, 1)),
        ),
    ),
    difficulty=1,
    minutes=5,
)

EXERCISES = (cosine,)
