"""The first code cell of every notebook: it brings the project to Colab or Kaggle.

Where ``bertlab`` can be imported, as after ``make lab``, the cell does nothing and prints nothing.
Elsewhere it clones the repository named in ``pyproject.toml`` (``[tool.bertlab] repository``), or
unpacks an uploaded zip file of the project, and lets ``tools/setup_env.py --here`` add what is
missing.
"""

import json
import tomllib
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent / "pyproject.toml"
MARKER = "# (generated)"

CELL = """\
# Brings the workbook to Colab or Kaggle. Where it is installed, this cell does nothing.
import importlib.util
import pathlib
import subprocess
import sys
import zipfile

REPOSITORY = "ADDRESS"

if importlib.util.find_spec("bertlab") is None:
    folder = pathlib.Path("bert-workbook")
    if REPOSITORY and not folder.exists():
        subprocess.run(["git", "clone", "--depth", "1", REPOSITORY, str(folder)], check=True)
    uploads = [] if folder.exists() else pathlib.Path().glob("*.zip")
    for archive in [zipfile.ZipFile(upload) for upload in uploads if zipfile.is_zipfile(upload)]:
        if any(name.endswith("bertlab/__init__.py") for name in archive.namelist()):
            archive.extractall(folder)
    found = [*folder.glob("bertlab/__init__.py"), *folder.glob("*/bertlab/__init__.py")]
    if not found:
        print("The workbook is not here yet. Zip its folder, upload the zip file in the Files pane")
        print("on the left, and run this cell again. On your own machine, run: make lab")
        raise SystemExit("upload the workbook first")
    root = str(found[0].parent.parent.resolve())
    subprocess.run([sys.executable, root + "/tools/setup_env.py", "--here"], check=True)
    sys.path.insert(0, root)
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
    return CELL.replace('"ADDRESS"', json.dumps(address)).rstrip()
