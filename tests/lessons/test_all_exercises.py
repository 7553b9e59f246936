"""What holds for the exercises of every lesson: see ``check_exercise_module``."""

from importlib import import_module
from pathlib import Path

import pytest

from tests.exercise_checks import check_exercise_module, loaded

LESSONS = Path(__file__).parents[2] / "lessons"
ROOMS = sorted(path.parents[1].name for path in LESSONS.glob("l*/exercises/__init__.py"))


@pytest.mark.parametrize("room", ROOMS)
def test_the_exercises_are_sound(room):
    exercises = import_module(f"lessons.{room}.exercises")
    definitions = loaded(exercises)
    check_exercise_module(definitions, at_least=1)
    assert [one.name for one in definitions.EXERCISES if not one.why] == []
