from pathlib import Path

import build_notebooks
import nbformat
import pytest

SAMPLE = Path(__file__).parent / "fixtures" / "90_sample.py"


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
