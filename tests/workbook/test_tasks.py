"""Tasks without a grade: what is right is kept, a slip is named, and every task is counted."""

import ast
from importlib import import_module
from pathlib import Path

import pytest

from workbook.exercises import exercise, load, my_progress
from workbook.exercises.tasks import OPEN, task
from workbook.report.results import exercises_of

ROOT = Path(__file__).resolve().parents[2]
ROOMS = sorted(path.parent for path in ROOT.glob("lessons/l*/lesson.py"))
ROOM = "lessons.l01_ngram.tasks"
VARIABLES = {"mine"}  # played with in a lesson, and answered: no task that is counted


def double(x):
    return 2 * x


def slip(function):
    return "" if function(3) == 6 else "Three doubled is six."


def test_a_right_answer_goes_on(capsys):
    given = lambda x: x + x  # noqa: E731
    assert task(ROOM, "double", given, double, slip) is given
    assert task(ROOM, "double", given, double, slip, "right: twice.") is given
    assert capsys.readouterr().out == "double: right.\ndouble: right: twice.\n"


@pytest.mark.parametrize(
    ("given", "said"),
    [
        (lambda x: 3 * x, "double: not yet. Three doubled is six."),
        (lambda x: x / 0, "double: not yet. It stops with ZeroDivisionError: division by zero."),
        (lambda x: [][x], "double: not yet. It stops with IndexError: list index out of range."),
    ],
)
def test_a_slip_is_named_and_ours_stands_in(given, said, capsys):
    assert task(ROOM, "double", given, double, slip) is double
    assert capsys.readouterr().out == f"{said}\nUntil then the workbook's version stands in.\n"
    assert task(ROOM, "double", given, None, slip) is given
    assert capsys.readouterr().out == f"{said}\n"


def test_one_that_is_open_says_so(capsys):
    def empty(x):
        """Double a number."""

    for given in (empty, lambda x: x + ...):
        assert task(ROOM, "double", given, double, slip) is double
    assert task(ROOM, "double", ..., 4, lambda given: OPEN if given is ... else "") == 4
    open_one = "double: not filled in yet; the workbook's version stands in.\n"
    assert capsys.readouterr().out == 3 * open_one
    task(ROOM, "double", empty, None, slip)
    assert capsys.readouterr().out == "double: not filled in yet.\n"


def test_solved_tasks_are_counted(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BERTLAB_PROGRESS", raising=False)
    exercises = import_module("lessons.l01_ngram.exercises")
    task(ROOM, "write", double, double, slip)
    task(ROOM, "best_order", lambda x: x, double, slip)
    task("tests.somewhere", "write", double, double, slip)
    capsys.readouterr()
    my_progress(exercises)
    said = capsys.readouterr().out
    assert said.startswith("Lesson 01: 0 of 5 exercises solved.\n")
    assert said.endswith("Tasks without a grade: 1 of 2. Still open: best_order.\n")
    task(ROOM, "best_order", double, double, slip)
    capsys.readouterr()
    my_progress(exercises)
    assert capsys.readouterr().out.endswith("Tasks without a grade: 2 of 2. All done.\n")


def test_an_exercise_without_a_grade_counts_as_a_task(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BERTLAB_PROGRESS", raising=False)
    exercises = import_module("lessons.l05_attention.exercises")
    right = load(exercises.friends_heads).reference
    assert exercise(exercises.friends_heads)(right) is right
    capsys.readouterr()
    my_progress(exercises)
    said = capsys.readouterr().out
    count = len(exercises_of("l05_attention"))
    assert said.startswith(f"Lesson 05: 0 of {count} exercises solved.\n")
    assert said.endswith("grade: 1 of 1. All done.\n")
    assert "causal_mask" in exercises_of("l05_attention")
    assert "friends_heads" not in exercises_of("l05_attention")


@pytest.mark.parametrize("room", ROOMS, ids=lambda room: room.name)
def test_every_task_of_a_lesson_is_in_its_list(room):
    calls = [
        node
        for path in room.glob("*.py")
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "task"
    ]
    asked = sorted(ast.literal_eval(call.args[1]) for call in calls)
    exercises = import_module(f"lessons.{room.name}.exercises")
    counted = list(getattr(exercises, "TASKS", ()))
    assert sorted(set(asked) - VARIABLES) == sorted(counted)
