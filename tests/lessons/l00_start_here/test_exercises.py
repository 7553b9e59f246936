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
    "the lengths are added": lambda a, b: dot(a, b) / (length(a) + length(b)),
    "the lengths are squared": lambda a, b: dot(a, b) / (a**2).sum() / (b**2).sum(),
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


def test_another_right_answer_passes():
    assert "correct" in diagnosis(
        start.cosine, lambda a, b: torch.nn.functional.cosine_similarity(a, b, dim=0)
    )
