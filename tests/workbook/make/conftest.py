from pathlib import Path

import nbformat
import pytest

from workbook.make import notebooks as build_notebooks

FIXTURES = Path(__file__).parent / "fixtures"
SAMPLE, PATH = (FIXTURES / room / "lesson.py" for room in ("l90_sample", "l91_path"))


@pytest.fixture(scope="session")
def built(tmp_path_factory) -> Path:
    """Return a folder, with a space in its name, with the sample lesson and its solutions."""
    folder = tmp_path_factory.mktemp("built") / "note books"
    build_notebooks.build(SAMPLE, folder)
    return folder


@pytest.fixture(scope="session")
def built_path(tmp_path_factory) -> Path:
    """Return a folder with the sample path, its further experiments and its solutions."""
    folder = tmp_path_factory.mktemp("path")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", f"{build_notebooks.ROOT}:{PATH.parents[1]}")
        build_notebooks.build(PATH, folder)
    return folder


@pytest.fixture
def lesson(built):
    """Return the built sample lesson; a test may change it."""
    return nbformat.read(built / "90_sample.ipynb", as_version=4)


@pytest.fixture
def solutions(built):
    """Return the built solutions of the sample lesson; a test may change them."""
    return nbformat.read(built / "solutions" / "90_sample.ipynb", as_version=4)
