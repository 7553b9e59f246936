"""The misconceptions about ``cosine``, each a wrong function with advice."""

import torch

from workbook.exercises import Misconception

MISCONCEPTIONS = (
    Misconception(
        "the dot product is not divided by the lengths",
        "Divide by both lengths: the dot product grows with them, the cosine of an angle does not.",
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
        "The length is the square root of the sum of squares; a @ a is that sum before the root.",
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
)
