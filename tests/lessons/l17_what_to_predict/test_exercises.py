"""The exercises; every misconception is written here a second time, in another way."""

import math

import pytest

from lessons.l17_what_to_predict import exercises
from tests.exercise_checks import assert_named, check_exercise_module, loaded

ours = loaded(exercises)
SLIPS = {
    "the sum is squared": lambda numbers: math.prod([sum(numbers), sum(numbers)]),
    "the numbers are not squared": lambda numbers: int(math.fsum(numbers)),
    "the numbers are doubled": lambda numbers: sum(numbers) + sum(numbers),
    "the last number is left out": lambda numbers: sum(
        number**2 for place, number in enumerate(numbers, 1) if place < len(numbers)
    ),
}


def test_the_exercises_are_sound():
    check_exercise_module(ours, at_least=1)
    assert set(SLIPS) == {slip.name for slip in ours.sum_of_squares.misconceptions}


@pytest.mark.parametrize("name", SLIPS)
def test_every_misconception_is_named(name):
    assert_named(ours.sum_of_squares, SLIPS[name], name)
