"""A finding is data: in the output of a cell, in ``progress.json``, the same everywhere."""

import json
from collections import namedtuple

import nbformat
import numpy as np
import pytest
import torch

from bertlab.edition import EDITION
from lessons.l00_start_here.exercises import cosine
from workbook.exercises import diagnose, load
from workbook.exercises.calls.sandbox import Failure, Outcome
from workbook.exercises.digest import digest_of
from workbook.make.run_notebook import run_notebook

SET_UP = """\
import os
os.environ.pop("BERTLAB_PROGRESS", None)
from lessons.l00_start_here import exercises
from workbook.basics import begin_lesson, exercise
begin_lesson()"""
ANSWERS = {
    "open": "...",
    "named": "return a @ b",
    "wrong": "return a @ b / (a.norm() * b.norm()) + 0.125 * a[0] ** 2",
    "stopped": "os._exit(0)",
    "solved": "return a @ b / (a.norm() * b.norm())",
}


@pytest.fixture(scope="module")
def run(tmp_path_factory):
    """Run a notebook with an answer of each kind; return its cells and its ``progress.json``."""
    folder = tmp_path_factory.mktemp("notebook")
    sources = [f"@exercise(exercises.cosine)\ndef cosine(a, b):\n    {a}" for a in ANSWERS.values()]
    sources = [SET_UP, *sources, "my_progress()"]
    notebook = nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(s) for s in sources])
    run_notebook(notebook, folder)
    kept = json.loads((folder / "progress.json").read_text())["lessons"]["00"]["cosine"]
    return notebook.cells, kept


def test_the_output_of_a_cell_holds_what_was_found(run):
    cells, kept = run
    found = {}
    for cell, status in zip(cells[1:], ANSWERS, strict=False):
        (output,) = cell.outputs
        assert output.output_type == "display_data" and set(output.data) == {"text/plain"}
        assert output.data["text/plain"].startswith("cosine: ")
        found[status] = about = dict(output.metadata["bertlab"])
        assert about["format"] == 1 and about["edition"] == EDITION
        assert (about["lesson"], about["exercise"]) == ("00", "cosine")
        assert about["status"] == status, output.data
    attempts = [about["attempts"] for about in found.values()]
    assert attempts == [None, 1, 2, 3, 4]
    assert [status for status, about in found.items() if about["misconception"]] == ["named"]
    digests = [found[status]["digest"] for status in ("named", "wrong", "solved")]
    assert all(int(digest, 16) >= 0 and len(digest) == 16 for digest in digests)
    assert len(set(digests)) == 3
    assert found["open"]["digest"] is found["stopped"]["digest"] is None
    name = found["named"]["misconception"]
    last = {"status": "solved", "misconception": None, "digest": digests[-1], "edition": EDITION}
    assert kept == {"attempts": 4, "solved": True, "named": {name: 1}, "last": last}


def test_every_lesson_can_tell_how_far_one_is(run):
    (output,) = run[0][-1].outputs
    assert output.text.startswith("Lesson 00: 1 of 2 exercises solved, in 4 attempts.")


def test_outside_of_a_notebook_the_words_are_printed(capsys):
    from workbook.exercises import exercise

    exercise(cosine)(load(cosine).reference)
    assert capsys.readouterr().out == "cosine: correct on all 6 cases.\n"


def code(*values, tolerance=1e-6):
    return digest_of([Outcome(value) for value in values], tolerance)


Pair = namedtuple("Pair", "a b")
X = torch.tensor([[0.25, -1.5], [3e5, 0.0]])


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (X, X.double() * (1 + 1e-9)),
        (X, X + torch.tensor([[0, 0], [0, -0.0]])),
        (0.125, torch.tensor(0.125)),
        (np.float32(0.5), 0.5),
        (3, torch.tensor(3, dtype=torch.int32)),
        ((1, 2.5), Pair(1, 2.5)),
        ({"a": 1, "b": 2}, {"b": 2, "a": 1}),
        ({"x", "y"}, {"y", "x"}),
        (float("nan"), torch.tensor(float("nan"))),
    ],
)
def test_what_counts_as_equal_has_one_digest(one, other):
    assert code(one) == code(other)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (X, X + 1e-2),
        (X, X.T),
        (X, X.tolist()),
        (1, True),
        ([1, 2], (1, 2)),
        ("1", 1),
        (None, 0),
        (float("inf"), float("-inf")),
        ({"a": 1}, {"a": 2}),
    ],
)
def test_what_differs_has_two(one, other):
    assert code(one) != code(other)


def test_errors_and_changes_are_part_of_a_digest():
    failure = Outcome(failure=Failure(ValueError, "one message", "line 3"))
    other = Outcome(failure=Failure(ValueError, "another", ""))
    assert digest_of([failure], 1e-6) == digest_of([other], 1e-6) != code(None)
    assert digest_of([Outcome(1, changed="a")], 1e-6) != code(1)


def test_anything_has_a_digest():
    cycle, wide = [], []
    cycle.append(cycle)
    wide += [wide, wide, wide]
    huge = torch.zeros(()).expand(10**12)
    for each in (cycle, wide, huge, len, 10**5000, "\ud800", object(), torch.nn.Linear(2, 1)):
        assert len(code(each)) == 16
    assert len({code(each) for each in (cycle, huge, len, 10**400, "\ud800", object())}) == 6


def test_equal_answers_have_equal_digests():
    definition = load(cosine)
    one = diagnose(definition, lambda a, b: a @ b / a.norm())
    other = diagnose(definition, lambda a, b: (a * b).sum() / (a**2).sum() ** 0.5)
    assert one.digest == other.digest != diagnose(definition, lambda a, b: a.norm()).digest
    assert diagnose(definition, lambda a: a).digest != diagnose(definition, lambda b: b).digest
