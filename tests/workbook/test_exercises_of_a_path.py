"""Exercises of a path: functions and classes, and whose version runs."""

import sys
from types import ModuleType

import pytest

from workbook.exercises import path
from workbook.exercises.loading import load

DOUBLED = '''
def doubled(x):
    """Return twice the number."""
    return 2 * x
'''
BLOCK = '''
from a_room.exercises.doubled.reference import doubled


class Block:
    """Twice a number, and something more."""

    def __init__(self, more):
        self.more = more

    def forward(self, x):
        return doubled(x) + self.more
'''
QUESTIONS = {
    "doubled": "Question(name='doubled', cases=lambda: [Case((3,)), Case((5,))], difficulty=1, "
    "minutes=1, graded=False)",
    "block": "Question(name='Block', cases=lambda: [Case((3, 4)), Case((5, 1))], difficulty=1, "
    "minutes=1, graded=False, tried=lambda cls, x, more: cls(more).forward(x))",
}
FORGOTTEN = """
[[misconception]]
name = "something is forgotten"
advice = "Add it."
edit = ["{}", "{}"]
"""
EDITS = {"doubled": ("2 * x", "x"), "block": (" + self.more", "")}


@pytest.fixture
def room(tmp_path, monkeypatch) -> ModuleType:
    """Return the exercises of a lesson with a function and a class that calls it."""
    folder = tmp_path / "a_room" / "exercises"
    for name, reference in (("doubled", DOUBLED), ("block", BLOCK)):
        (folder / name).mkdir(parents=True)
        (folder / name / "__init__.py").touch()
        (folder / name / "reference.py").write_text(reference)
        question = f"from workbook.exercises import Case, Question\nQUESTION = {QUESTIONS[name]}\n"
        (folder / name / "question.py").write_text(question)
        (folder / name / "misconceptions.toml").write_text(FORGOTTEN.format(*EDITS[name]))
    (folder / "__init__.py").write_text("from a_room.exercises import block, doubled\n")
    (folder.parent / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setattr(path, "_runs", {})
    yield __import__("a_room.exercises", fromlist=["exercises"])
    for name in [name for name in sys.modules if name.startswith("a_room")]:
        del sys.modules[name]


def run(source: str, room: ModuleType, **names) -> dict:
    """Run a cell among some names, and return these."""
    given = {"__name__": "a_cell", "exercise": path.exercise, "exercises": room, **names}
    exec(source, given)
    return given


OWN = "@exercise(exercises.doubled)\ndef doubled(x):\n    "
CLASS = """
@exercise(exercises.block)
class Block:
    def __init__(self, more):
        self.more = more

    def forward(self, x):
        """


def test_an_open_exercise_is_silent_and_its_reference_stands_in(room, capsys):
    names = run(f"{OWN}...", room)
    assert names["doubled"] is load(room.doubled).reference
    assert capsys.readouterr().out == ""


def test_what_is_right_is_the_students_own(room, capsys):
    names = run(f"{OWN}return x + x", room)
    assert names["doubled"].__module__ == "a_cell"
    assert capsys.readouterr().out == "doubled: correct on all 2 cases.\n"


def test_a_mistake_is_named(room, capsys):
    assert run(f"{OWN}return x", room)["doubled"](3) == 6
    out = capsys.readouterr().out
    assert "common slip: something is forgotten." in out and "stands in" not in out  # no grade


def test_a_class_is_checked_by_what_tries_it(room, capsys):
    names = run(f"{CLASS}return 2 * x + self.more", room)
    assert names["Block"].__module__ == "a_cell"
    run(f"{CLASS}return 2 * x", room)
    out = capsys.readouterr().out
    assert out.startswith("Block: correct on all 2 cases.")
    assert "common slip: something is forgotten." in out


def test_a_reference_that_builds_on_an_exercise_calls_the_students(room):
    names = run(f"{CLASS}...", room, doubled=lambda x: 100)
    assert names["Block"](1).forward(3) == 101
    names["doubled"] = lambda x: 200  # written again later
    assert names["Block"](1).forward(3) == 201


def test_the_score_counts_what_is_graded_and_names_what_was_not_the_students(
    room, capsys, monkeypatch
):
    run(f"{OWN}return x + x\n{CLASS}...", room)
    monkeypatch.setattr(path, "_runs", {k: r._replace(graded=True) for k, r in path._runs.items()})
    shown = []
    monkeypatch.setattr(path, "display", lambda data, raw: shown.append(data["text/plain"]))
    path.yours(room)
    assert shown == ["Yours: 1 of 2. The workbook's version ran for `Block`."]


def test_only_functions_and_classes_are_exercises(room):
    with pytest.raises(ValueError, match=r"above a function or a class, got"):
        path.exercise(room.doubled)(3)
