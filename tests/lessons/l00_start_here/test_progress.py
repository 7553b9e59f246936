"""Attempts and solved exercises: kept in the notebook's folder, and never in the way."""

import inspect
import json
import stat
from pathlib import Path
from typing import NamedTuple

import pytest

from lessons.l00_start_here import exercises
from lessons.l00_start_here.exercises import cosine
from workbook.claims import begin_lesson
from workbook.exercises import exercise, load, my_progress
from workbook.exercises.progress import (
    FILE,
    AttemptRecord,
    is_recording,
    lesson_and_name,
    note_attempt,
    record_progress,
)
from workbook.exercises.solution import sources


@pytest.fixture(autouse=True)
def folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("BERTLAB_PROGRESS")
    yield tmp_path
    record_progress(True)


def kept() -> dict:
    return json.loads(Path(FILE).read_text())["lessons"]


def said(capsys, *arguments) -> str:
    capsys.readouterr()
    my_progress(*arguments)
    return capsys.readouterr().out.strip()


def solve():
    exercise(cosine)(load(cosine).reference)


def fail():
    @exercise(cosine)
    def cosine_of(a, b):
        return a @ b

    return cosine_of


def test_attempts_are_counted_until_one_is_right(capsys):
    assert said(capsys) == "No exercise was tried in this folder yet."
    none = "Lesson 00: 0 of 2 exercises solved.\nStill open: cosine, right_comparisons."
    assert said(capsys, exercises) == none
    fail()
    fail()
    assert said(capsys, exercises).startswith("Lesson 00: 0 of 2 exercises solved, in 2 attempts.")
    solve()
    solve()
    fail()
    left = "Lesson 00: 1 of 2 exercises solved, in 3 attempts.\nStill open: right_comparisons."
    assert said(capsys, exercises) == said(capsys) == left
    entry = kept()["00"]["cosine"]
    assert (entry["attempts"], entry["solved"]) == (3, True)
    assert sum(entry["named"].values()) == 3


def test_an_exercise_that_is_not_filled_in_is_no_attempt():
    @exercise(cosine)
    def cosine_of(a, b): ...

    assert not Path(FILE).exists()


def test_a_solution_can_be_looked_at_and_that_is_told(capsys):
    for function in (fail(), exercise(cosine)(load(cosine).reference)):
        capsys.readouterr()
        function.solution()
        printed = capsys.readouterr().out
        assert inspect.getsource(load(cosine).reference).strip() in printed
    assert kept()["00"]["cosine"]["looked"] is True
    assert said(capsys, exercises).endswith("\nSolutions looked at: cosine.")


def test_a_solution_that_was_looked_at_first_is_no_attempt(capsys):
    @exercise(cosine)
    def cosine_of(a, b): ...

    cosine_of.solution()
    assert kept()["00"]["cosine"] == {"attempts": 0, "solved": False, "looked": True}
    assert said(capsys).startswith("Lesson 00: 0 of 2 exercises solved.\n")


class Two(NamedTuple):
    one: int
    other: int


def helper(x):
    return Two(x, helper(x - 1).one) if x else Two(0, 0)


def twofold(x):
    return [helper(item) for item in x]


def test_a_solution_brings_what_it_uses_nearby():
    assert [source.split("(")[0] for source in sources(twofold)] == [
        *("class Two", "def helper", "def twofold")
    ]


def test_solutions_and_tests_keep_nothing(monkeypatch):
    begin_lesson(solutions=True)
    solve()
    assert not is_recording() and not Path(FILE).exists()
    begin_lesson()
    monkeypatch.setenv("BERTLAB_PROGRESS", "off")
    solve()
    assert not Path(FILE).exists()


def test_only_lessons_have_a_place():
    assert lesson_and_name(cosine) == ("00", "cosine")
    assert lesson_and_name(load(cosine)) is None
    assert note_attempt(load(cosine), AttemptRecord("solved")) is None
    assert not Path(FILE).exists()


@pytest.mark.parametrize(
    "content",
    [
        *(b"", b"{", b"[]", b'{"lessons": 5}', b'{"lessons": {"00": 1}}', b"\xff", b"[" * 100_000),
        *(
            b'{"lessons": {"00": {"cosine": {"attempts": %b, "solved": false, %b}}}}' % parts
            for parts in (
                (b'"x"', b'"named": {}'),
                (b"1e999", b'"named": {}'),
                (b"-1", b'"named": {}'),
                (b"1", b'"named": {"a slip": 1e999}'),
                (b"1", b'"named": {"a slip": %b}' % (b"[" * 900 + b"]" * 900)),
                (b"1", b'"last": {"status": [], "misconception": 1, "digest": 1, "edition": 1}'),
                (b"1", b'"last": 3'),
                (b"1", b'"looked": "yes"'),
                (b"9" * 5000, b'"named": {}'),
            )
        ),
    ],
)
def test_a_damaged_file_is_put_aside(content, capsys):
    Path(FILE).write_bytes(content)
    solve()
    assert kept()["00"]["cosine"]["solved"]
    assert Path("progress.damaged.json").read_bytes() == content


def test_a_folder_that_cannot_be_written_keeps_nothing(monkeypatch, capsys):
    def full(*arguments):
        raise OSError("No space left on device")

    monkeypatch.setattr("workbook.exercises.progress.write_atomically", full)
    solve()
    assert "correct" in capsys.readouterr().out
    assert not Path(FILE).exists()


def test_the_file_can_be_read_by_others(folder):
    solve()
    assert stat.S_IMODE((folder / FILE).stat().st_mode) == 0o644
