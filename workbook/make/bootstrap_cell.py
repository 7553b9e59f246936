"""The first code cell of every notebook: it brings the project to Colab or Kaggle.

Where ``workbook`` can be imported, as after ``make lab``, the cell asks it whether it is ready for
this notebook, and does nothing else. Elsewhere it looks for the project: a folder, or
``bert-workbook.zip`` (``make bundle``), beside the notebook, in Drive, or among Kaggle's data sets;
or it clones the repository named in ``pyproject.toml`` (``[tool.bertlab] repository``).
``workbook/setup/here.py`` does the rest.
"""

import tomllib
from pathlib import Path

from bertlab.edition import EDITION

PROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"
MARKER = "# (generated)"
TITLE = "# @title Set up the workbook (run this first)"  # Colab folds the code of such a cell

CELL = """\
TITLE
import glob
import importlib.util
import runpy
import zipfile

if importlib.util.find_spec("workbook") is None:
    near = ["", "*/", "/content/drive/MyDrive/", "/content/drive/MyDrive/*/"]
    near += ["/kaggle/input/" + "*/" * depth for depth in range(4)]
    zips = [file for place in near for file in sorted(glob.glob(place + "bert-workbook*.zip"))]
    for upload in filter(zipfile.is_zipfile, zips[:1]):
        zipfile.ZipFile(upload).extractall("bert-workbook")
    found = [file for place in near for file in glob.glob(place + "*/workbook/setup/here.py")]
    if not found:
OTHERWISE
    runpy.run_path(found[0], run_name="__main__")

import workbook

workbook.ready(EDITION)
"""
MISSING = (
    "The workbook (edition EDITION) is not here yet. Put bert-workbook.zip into the file pane on "
    "the left, your Drive or a Kaggle data set, wait until it is there, and run this cell again. "
    "(On your own machine, run: make lab)"
)
UPLOAD = f"""\
        raise SystemExit(
            "{MISSING}"
        )
"""
CLONE = """\
        clone = "git clone --quiet --depth 1 ADDRESS bert-workbook"
        subprocess.run(clone.split(), check=True)
        found = ["bert-workbook/workbook/setup/here.py"]
"""


def repository() -> str:
    """Return the public address of the project, or an empty text as long as it has none."""
    return tomllib.loads(PROJECT.read_text(encoding="utf-8"))["tool"]["bertlab"]["repository"]


def bootstrap_cell(address: str | None = None) -> str:
    """Return the source of the cell.

    Args:
        address: Where to clone the project from; by default what ``pyproject.toml`` says.
    """
    address = repository() if address is None else address
    otherwise = CLONE.replace("ADDRESS", address) if address else UPLOAD
    imports = "import subprocess\nimport zipfile" if address else "import zipfile"
    parts = {"TITLE": TITLE, "import zipfile": imports, "OTHERWISE\n": otherwise}
    cell = CELL
    for placeholder, part in {**parts, "EDITION": str(EDITION)}.items():
        cell = cell.replace(placeholder, part)
    return cell.rstrip()
