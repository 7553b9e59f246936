"""What holds for every lesson with a path and further experiments: see ``path_checks``."""

import subprocess
import sys
from pathlib import Path

import nbformat
import pytest

from tests.workbook.make import path_checks as checks
from workbook.make.lesson_source import name_of, sources
from workbook.make.path_source import is_path, more_of

ROOT = Path(__file__).resolve().parents[2]
PATHS = [source for source in sources(ROOT) if is_path(source)]
each_path = pytest.mark.parametrize("source", PATHS, ids=name_of)


@each_path
def test_the_notebooks_of_a_path(source):
    path = nbformat.read(ROOT / "notebooks" / f"{name_of(source)}.ipynb", as_version=4)
    place = ROOT / "notebooks" / "more" / f"{name_of(more_of(source))}.ipynb"
    more = nbformat.read(place, as_version=4)
    found = checks.shape(path, source.parent) + checks.parts(path) + checks.sections(more)
    found += checks.numbers(path, more, int(name_of(source)[:2]))
    for notebook in (path, more):
        found += checks.noise(notebook) + checks.leaks(notebook)
    assert found == []


@each_path
def test_the_headline_needs_all_that_is_graded(source):
    command = [sys.executable, "-m", "tests.workbook.make.path_run", str(source)]
    run = subprocess.run(command, cwd=ROOT, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout.split() == []
