"""Every committed notebook passes the checks of ``checks.py``."""

from pathlib import Path

import nbformat
import pytest

from tests.workbook.make import checks
from workbook.instructor import readme
from workbook.make import lesson_source

ROOT = Path(__file__).resolve().parents[3]
NOTEBOOKS = ROOT / "notebooks"
LESSONS = sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))
SOLUTIONS = sorted(path.stem for path in NOTEBOOKS.glob("solutions/*.ipynb"))
SOURCES = {lesson_source.name_of(path): path for path in lesson_source.sources(ROOT)}
SHAPE = [checks.size, checks.predictions, checks.opening, checks.parts, checks.exercises]
EXEMPT = {
    "00_start_here": ["no myth check", "exercises, at least"],  # it is a tour of the series
}


def load(*names: str):
    return nbformat.read(NOTEBOOKS.joinpath(*names).with_suffix(".ipynb"), as_version=4)


@pytest.mark.parametrize("name", LESSONS)
def test_lesson(name):
    notebook = load(name)
    found = checks.same_cells(notebook, lesson_source.lesson_notebook(SOURCES[name]))
    for check in [checks.executed, checks.ignored_outputs, checks.slides, checks.outputs, *SHAPE]:
        found += check(notebook)
    found += checks.file_size((NOTEBOOKS / f"{name}.ipynb").stat().st_size)
    exempt = EXEMPT.get(name, [])
    assert [line for line in found if not any(words in line for words in exempt)] == []


@pytest.mark.parametrize("name", SOLUTIONS)
def test_solutions(name):
    notebook = load("solutions", name)
    expected = lesson_source.solutions_notebook(SOURCES[name])
    assert expected is not None, f"{name} has no exercises"
    found = checks.same_cells(notebook, expected) + checks.solved(notebook)
    for check in [checks.executed, checks.ignored_outputs, checks.slides, checks.outputs]:
        found += check(notebook)
    assert found == []


def test_each_lesson_with_exercises_has_solutions():
    with_exercises = [
        name for name in LESSONS if any("exercise" in checks.tags(c) for c in load(name).cells)
    ]
    assert with_exercises == SOLUTIONS


def test_every_lesson_is_built():
    assert sorted(SOURCES) == LESSONS


def test_the_table_of_lessons_is_up_to_date():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text == readme.with_table(text, ROOT), "run: make notebooks"
