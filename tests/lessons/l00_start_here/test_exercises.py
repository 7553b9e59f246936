"""Lesson 00's exercise: every slip, written again in loops, is caught and named."""

import math

import pytest
import torch

from lessons.l00_start_here import exercises
from tests.exercise_checks import assert_named, check_exercise, diagnosis, loaded

start = loaded(exercises)


def dot(a, b):
    return sum(x * y for x, y in zip(a, b, strict=True))


def length(a):
    return torch.sqrt(dot(a, a))


def cosine(a, b):
    return dot(a, b) / length(a) / length(b)


SLIPS = {
    "the dot product is not divided by the lengths": lambda a, b: (a * b).sum(),
    "the dot product is divided by one length only": lambda a, b: dot(a, b) / length(b),
    "the brackets are missing, so the result is multiplied by the second length": lambda a, b: (
        dot(a, b) * length(b) / length(a)
    ),
    "the lengths are added": lambda a, b: dot(a, b) / (length(a) + length(b)),
    "the lengths are squared": lambda a, b: dot(a, b) / (a**2).sum() / (b**2).sum(),
    "the length is the sum of the absolute components, the L1 norm": lambda a, b: (
        dot(a, b) / (sum(map(abs, a)) * sum(map(abs, b)))
    ),
    "the sign is lost": lambda a, b: torch.sqrt(dot(a, b) ** 2) / length(a) / length(b),
    "the distance between the vectors is returned": lambda a, b: torch.dist(a, b),
    "the angle itself is returned": lambda a, b: torch.tensor(
        math.acos(max(-1.0, min(1.0, (dot(a, b) / length(a) / length(b)).item())))
    ),
    "the products of the components are not summed": lambda a, b: torch.stack(
        [x * y / length(a) / length(b) for x, y in zip(a, b, strict=True)]
    ),
    "a mean is taken where the formula has a sum": lambda a, b: cosine(a, b) / len(a),
    "the number of components stands for the length": lambda a, b: dot(a, b) / (len(a) * len(b)),
    "the sum of the components stands for the length": lambda a, b: dot(a, b) / sum(a) / sum(b),
    "the divisor is the length of the product, not the product of the lengths": lambda a, b: (
        torch.sign(dot(a, b))
    ),
    "a root too many: that of the product of the lengths is taken": lambda a, b: (
        dot(a, b) / (length(a) * length(b)) ** 0.5
    ),
    "the mean is subtracted from each vector, as for a correlation": lambda a, b: torch.corrcoef(
        torch.stack([a, b])
    )[0, 1],
    "the cosine distance is returned, 1 minus the cosine": lambda a, b: 1 - cosine(a, b),
    "the function cos is applied to the quotient": lambda a, b: torch.tensor(
        math.cos(cosine(a, b))
    ),
    "the result still has an axis": lambda a, b: torch.stack([cosine(a, b)]),
    "the cosine is moved to between 0 and 1": lambda a, b: cosine(a, b) / 2 + 0.5,
}

OTHER_FORMS = [
    ("the sign is lost", lambda a, b: cosine(a, b).clamp(min=0)),
    ("the sign is lost", lambda a, b: dot(a, b) ** 2 / dot(a, a) / dot(b, b)),
    (
        "the distance between the vectors is returned",
        lambda a, b: torch.dist(a / length(a), b / length(b)),
    ),
    ("the angle itself is returned", lambda a, b: torch.acos(cosine(a, b)) * 180 / math.pi),
    (
        "the products of the components are not summed",
        lambda a, b: a[:, None] * b / length(a) / length(b),
    ),
    ("a mean is taken where the formula has a sum", lambda a, b: cosine(a, b) * len(a)),
    (
        "the divisor is the length of the product, not the product of the lengths",
        lambda a, b: dot(a, b) / sum(x * x * y * y for x, y in zip(a, b, strict=True)) ** 0.5,
    ),
    ("the result still has an axis", lambda a, b: cosine(a, b)[None, None]),
]


def test_the_exercise_is_sound():
    check_exercise(start.cosine)


@pytest.mark.parametrize("name", SLIPS)
def test_every_slip_is_named(name):
    assert_named(start.cosine, SLIPS[name], name)


@pytest.mark.parametrize(("name", "wrong"), OTHER_FORMS)
def test_other_forms_of_a_slip_are_named(name, wrong):
    assert_named(start.cosine, wrong, name)


def test_the_list_is_complete():
    assert set(SLIPS) == {slip.name for slip in start.cosine.misconceptions}


def test_two_slips_at_once_are_recognized():
    def cosine(a, b):
        return sum(a * b) / sum(abs(a)) * sum(abs(b))

    answer = diagnosis(start.cosine, cosine)
    assert "*the brackets are missing, so" in answer
    assert "the L1 norm*" in answer


def test_the_other_length_without_brackets_is_the_same_slip():
    name = "the brackets are missing, so the result is multiplied by the second length"
    assert_named(start.cosine, lambda a, b: dot(a, b) * length(a) / length(b), name)
