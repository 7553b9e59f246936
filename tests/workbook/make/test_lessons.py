"""Every committed notebook passes the checks of ``checks.py``."""

from pathlib import Path

import nbformat
import pytest

from tests.workbook.make import checks
from workbook.instructor import readme
from workbook.make import lesson_source
from workbook.make.path_source import is_path, more_of

ROOT = Path(__file__).resolve().parents[3]
NOTEBOOKS = ROOT / "notebooks"
LESSONS = sorted(path.stem for path in NOTEBOOKS.glob("*.ipynb"))
SOLUTIONS = sorted(path.stem for path in NOTEBOOKS.glob("solutions/*.ipynb"))
SOURCES = {lesson_source.name_of(path): path for path in lesson_source.sources(ROOT)}
PATHS = {name: path for name, path in SOURCES.items() if is_path(path)}
MORE = {lesson_source.name_of(more_of(path)): more_of(path) for path in PATHS.values()}
SHAPE_OF_A_PATH = [checks.predictions, checks.opening, checks.parts]  # see tests/lessons
NOT_IN_A_PATH = ["no widget", "no recap", "no further reading"]
SHAPE = [checks.size, checks.predictions, checks.opening, checks.parts, checks.exercises]
EXEMPT = {
    "00_start_here": ["exercises, at least"],  # it is a tour of the series
    "15_what_bert_knows": ["no widget"],  # its layers are one figure
}


def load(*names: str):
    return nbformat.read(NOTEBOOKS.joinpath(*names).with_suffix(".ipynb"), as_version=4)


@pytest.mark.parametrize("name", LESSONS)
def test_lesson(name):
    notebook = load(name)
    found = checks.same_cells(notebook, lesson_source.lesson_notebook(SOURCES[name]))
    shape = SHAPE_OF_A_PATH if name in PATHS else SHAPE
    for check in [checks.executed, checks.ignored_outputs, checks.slides, checks.outputs, *shape]:
        found += check(notebook)
    found += checks.file_size((NOTEBOOKS / f"{name}.ipynb").stat().st_size)
    exempt = EXEMPT.get(name, []) + NOT_IN_A_PATH * (name in PATHS)
    assert [line for line in found if not any(words in line for words in exempt)] == []


@pytest.mark.parametrize("name", MORE)
def test_further_experiments(name):
    notebook = load("more", name)
    found = checks.same_cells(notebook, lesson_source.lesson_notebook(MORE[name]))
    for check in [checks.executed, checks.ignored_outputs, checks.outputs, checks.predictions]:
        found += check(notebook)
    assert found + checks.file_size((NOTEBOOKS / "more" / f"{name}.ipynb").stat().st_size) == []


@pytest.mark.parametrize("name", SOLUTIONS)
def test_solutions(name):
    notebook = load("solutions", name)
    expected = lesson_source.solutions_notebook({**SOURCES, **MORE}[name])
    assert expected is not None, f"{name} has no exercises"
    found = checks.same_cells(notebook, expected) + checks.solved(notebook)
    for check in [checks.executed, checks.ignored_outputs, checks.slides, checks.outputs]:
        found += check(notebook)
    assert found == []


def test_each_lesson_with_exercises_has_solutions():
    built = {name: load(name) for name in LESSONS} | {name: load("more", name) for name in MORE}
    with_exercises = [
        name
        for name, notebook in built.items()
        if any("exercise" in checks.tags(cell) for cell in notebook.cells)
    ]
    assert sorted(with_exercises) == SOLUTIONS


def test_every_lesson_is_built():
    assert sorted(SOURCES) == LESSONS
    assert sorted(MORE) == sorted(path.stem for path in NOTEBOOKS.glob("more/*.ipynb"))


def test_the_table_of_lessons_is_up_to_date():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    assert text == readme.with_table(text, ROOT), "run: make notebooks"
