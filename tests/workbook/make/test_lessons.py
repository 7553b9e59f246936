"""Every committed notebook passes the checks of ``checks.py``."""

from pathlib import Path

import lesson_source
import nbformat
import pytest

from tests.notebooks import checks

ROOT = Path(__file__).resolve().parents[2]
NOTEBOOKS = ROOT / "notebooks"
LESSONS = sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))
SOLUTIONS = sorted(path.stem for path in NOTEBOOKS.glob("solutions/*.ipynb"))
SOURCES = sorted(path.stem for path in NOTEBOOKS.glob("src/*.py"))
SHAPE = [checks.size, checks.opening, checks.parts, checks.exercises]
EXEMPT = {
    "00_start_here": ["no myth check", "exercises, at least"],  # it is a tour of the series
    # It builds a whole model, with six exercises in nine parts; slides want one idea a cell.
    "07_bert": ["cells, expected"],
}


def load(*names: str):
    return nbformat.read(NOTEBOOKS.joinpath(*names).with_suffix(".ipynb"), as_version=4)


@pytest.mark.parametrize("name", LESSONS)
def test_lesson(name):
    notebook = load(name)
    found = checks.same_cells(
        notebook, lesson_source.lesson_notebook(NOTEBOOKS / "src" / f"{name}.py")
    )
    for check in [checks.executed, checks.ignored_outputs, checks.slides, checks.outputs, *SHAPE]:
        found += check(notebook)
    found += checks.file_size((NOTEBOOKS / f"{name}.ipynb").stat().st_size)
    exempt = EXEMPT.get(name, [])
    assert [line for line in found if not any(words in line for words in exempt)] == []


@pytest.mark.parametrize("name", SOLUTIONS)
def test_solutions(name):
    notebook = load("solutions", name)
    expected = lesson_source.solutions_notebook(NOTEBOOKS / "src" / f"{name}.py")
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


def test_the_map_of_lessons_is_true():
    readme = (ROOT / "README.md").read_text(encoding="utf-8")
    assert checks.lesson_map(readme, set(LESSONS), set(SOURCES)) == []
