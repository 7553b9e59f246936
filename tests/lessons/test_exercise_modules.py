"""An exercise is three modules that can be imported apart: the question knows no answer."""

import re
import subprocess
import sys
from pathlib import Path

import pytest

from workbook.exercises import exercise_packages

ROOT = Path(__file__).resolve().parents[2]
QUESTIONS = sorted((ROOT / "lessons").glob("*/exercises/*/question.py"))
PROGRAM = """
import importlib, sys
for name in sys.argv[1:]:
    question = importlib.import_module(name).QUESTION
    assert question.checked_cases(), name
    assert question.folder == name.split(".")[-2], name
answers = ("reference", "misconceptions", "slips")
print(*(name for name in sys.modules if name.startswith("lessons.") and name.endswith(answers)))
"""


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts)


def loaded_answers(names: list[str]) -> str:
    command = [sys.executable, "-c", PROGRAM, *names]
    answer = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert answer.returncode == 0, answer.stderr
    return answer.stdout.strip()


def test_questions_and_their_cases_need_no_answer():
    assert len(QUESTIONS) > 40
    assert loaded_answers(list(map(name_of, QUESTIONS))) == ""


def test_an_answer_that_is_loaded_is_seen():
    command = "import lessons.l05_attention.exercises.causal_mask.reference\n" + PROGRAM
    answer = subprocess.run(
        [sys.executable, "-c", command], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert answer.stdout.strip() == "lessons.l05_attention.exercises.causal_mask.reference"


def test_exercises_are_found_by_their_folders(tmp_path, monkeypatch):
    room = tmp_path / "a_lesson"
    for name in ("first", "second", "third"):
        (room / "exercises" / name).mkdir(parents=True)
        (room / "exercises" / name / "question.py").touch()
    (room / "exercises" / "helper").mkdir()
    (room / "exercises" / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)

    def names():
        return [package.__name__ for package in exercise_packages("a_lesson.exercises")]

    assert names() == [f"a_lesson.exercises.{name}" for name in ("first", "second", "third")]
    text = "@exercise(exercises.third)\n\n\n@exercise(exercises.first)\n"
    (room / "lesson.py").write_text(text)
    assert names() == [f"a_lesson.exercises.{name}" for name in ("third", "first", "second")]
    assert sys.modules["a_lesson.exercises"].third is sys.modules["a_lesson.exercises.third"]


@pytest.mark.parametrize("path", QUESTIONS, ids=lambda path: path.parent.name)
def test_the_reference_imports_no_misconception(path):
    text = path.with_name("reference.py").read_text(encoding="utf-8")
    assert not re.search(r"^(from|import) .*misconceptions", text, re.MULTILINE)
