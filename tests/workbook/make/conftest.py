from pathlib import Path

import nbformat
import pytest

from workbook.make import notebooks as build_notebooks

SAMPLE = Path(__file__).parent / "fixtures" / "l90_sample" / "lesson.py"


@pytest.fixture(scope="session")
def built(tmp_path_factory) -> Path:
    """Return a folder, with a space in its name, with the sample lesson and its solutions."""
    folder = tmp_path_factory.mktemp("built") / "note books"
    build_notebooks.build(SAMPLE, folder, project="")
    return folder


@pytest.fixture
def lesson(built):
    """Return the built sample lesson; a test may change it."""
    return nbformat.read(built / "90_sample.ipynb", as_version=4)


@pytest.fixture
def solutions(built):
    """Return the built solutions of the sample lesson; a test may change them."""
    return nbformat.read(built / "solutions" / "90_sample.ipynb", as_version=4)
