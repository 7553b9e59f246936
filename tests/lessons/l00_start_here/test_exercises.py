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
}


def test_the_exercise_is_sound():
    check_exercise(start.cosine)


@pytest.mark.parametrize("name", SLIPS)
def test_every_slip_is_named(name):
    assert_named(start.cosine, SLIPS[name], name)


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
