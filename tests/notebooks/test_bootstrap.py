"""The first cell of every notebook, run without ``bertlab`` and with a pip that only records."""

import json
import os
import shutil
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from bootstrap_cell import bootstrap_cell

ROOT = Path(__file__).resolve().parents[2]
PRESENT = {"torch": "2.11.0+cu128", "numpy": "2.1.3", "tqdm": "4.67.1", "transformers": "4.57.0"}
PIP = """
import json, os, pathlib, re, sys
here = pathlib.Path(__file__).resolve().parent.parent
wanted = sys.argv[1:]
constraints = wanted[wanted.index("--constraint") + 1]
with open(here / "pip.jsonl", "a") as log:
    log.write(json.dumps([wanted, pathlib.Path(constraints).read_text()]) + "\\n")
for name in filter(None, (re.match(r"([\\w-]+)>=", word) for word in wanted)):
    info = here / f"{name[1].replace('-', '_')}-999.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(f"Name: {name[1]}\\nVersion: 999\\n")
"""
FETCH = """
import pathlib, sys
with open(pathlib.Path(__file__).parent / "fetched.txt", "a") as log:
    log.write(" ".join(sys.argv[1:]) + "\\n")
"""


class Colab:
    """A machine like Colab's: a folder to work in, a torch of its own, and no ``bertlab``."""

    def __init__(self, folder: Path):
        self.folder = folder / "content"
        self.folder.mkdir()
        self.packages = folder / "packages"
        for name, text in {"pip/__main__.py": PIP, "google/colab/__init__.py": ""}.items():
            (self.packages / name).parent.mkdir(parents=True)
            (self.packages / name).write_text(text)
        for name, version in PRESENT.items():
            info = self.packages / f"{name}-{version}.dist-info"
            info.mkdir()
            (info / "METADATA").write_text(f"Name: {name}\nVersion: {version}\n")
        self.python = folder / "environment" / "bin" / "python"
        command = [sys.executable, "-m", "venv", "--without-pip", self.python.parent.parent]
        subprocess.run(command, check=True)

    def run(self, address: str = "", repeat: int = 1) -> subprocess.CompletedProcess:
        """Run the cell in a new process, then print where ``bertlab`` comes from."""
        cell = f"import google.colab\n{bootstrap_cell(address)}\n" * repeat
        code = cell + "import bertlab\nprint('from', bertlab.__file__)"
        environment = {**os.environ, "PYTHONPATH": str(self.packages)}
        command = [self.python, "-c", code]
        answer = subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True
        )
        answer.stdout = answer.stdout.strip()
        return answer

    def pip_calls(self) -> list[tuple[list[str], str]]:
        """Return the arguments of each call of pip, and the constraints it was given."""
        log = self.packages / "pip.jsonl"
        lines = log.read_text().splitlines() if log.exists() else []
        return [tuple(json.loads(line)) for line in lines]


@pytest.fixture
def colab(tmp_path):
    return Colab(tmp_path)


@pytest.fixture
def project(tmp_path):
    """Return a folder with those files of the project that the cell touches."""
    folder = tmp_path / "project"
    for name in ("pyproject.toml", "tools/setup_env.py"):
        (folder / name).parent.mkdir(exist_ok=True, parents=True)
        shutil.copy(ROOT / name, folder / name)
    (folder / "bertlab").mkdir()
    (folder / "bertlab" / "__init__.py").touch()
    (folder / "bertlab" / "datasets.py").write_text(FETCH)
    return folder


def pack(project: Path, archive: Path, prefix: str = "") -> None:
    with zipfile.ZipFile(archive, "w") as file:
        for path in sorted(project.rglob("*")):
            file.write(path, prefix + path.relative_to(project).as_posix())


def check_installed(colab: Colab, root: Path) -> None:
    """Assert that pip was asked once, for what was missing or too old, and never for torch."""
    ((arguments, constraints),) = colab.pip_calls()
    asked = arguments[arguments.index("--constraint") + 2 :]
    assert "transformers>=5.0" in asked
    assert "jaxtyping>=0.3" in asked
    assert [word for word in asked if word.startswith(("torch", "numpy", "tqdm"))] == []
    assert constraints == "torch==2.11.0+cu128\n"
    assert (root / "bertlab" / "fetched.txt").read_text() == "fetch\n"


def test_without_an_address_it_explains_what_to_upload(colab):
    answer = colab.run()
    assert answer.returncode != 0
    assert "upload the zip file" in answer.stdout
    assert "ModuleNotFoundError" not in answer.stderr
    assert colab.pip_calls() == []
    assert list(colab.folder.iterdir()) == []


@pytest.mark.parametrize("prefix", ["", "bert-workbook-main/"])
def test_an_uploaded_zip_file_is_used(prefix, colab, project):
    (colab.folder / "a.zip").write_text("not a zip file")
    with zipfile.ZipFile(colab.folder / "photos.zip", "w") as other:
        other.writestr("holiday.txt", "sun")
    pack(project, colab.folder / "work book.zip", prefix)
    answer = colab.run()
    root = colab.folder / "bert-workbook" / prefix
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.endswith(f"from {root / 'bertlab' / '__init__.py'}")
    assert not (colab.folder / "bert-workbook" / "holiday.txt").exists()
    check_installed(colab, root)


def test_a_zip_file_cannot_write_outside_its_folder(colab, project):
    pack(project, colab.folder / "workbook.zip")
    with zipfile.ZipFile(colab.folder / "workbook.zip", "a") as file:
        file.writestr("../escaped.txt", "out")
        file.writestr(f"{colab.folder}/escaped.txt", "out")
    assert colab.run().returncode == 0
    assert not (colab.folder / "escaped.txt").exists()


def test_an_address_is_cloned_once(colab, project, tmp_path):
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org"]
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "all"]):
        subprocess.run([*git, *command], cwd=project, check=True)
    bare = tmp_path / "the book.git"
    subprocess.run(["git", "clone", "--quiet", "--bare", project, bare], check=True)
    first = colab.run(bare.as_uri(), repeat=2)
    root = colab.folder / "bert-workbook"
    assert first.returncode == 0, first.stderr
    assert first.stdout.endswith(f"from {root / 'bertlab' / '__init__.py'}")
    check_installed(colab, root)
    shutil.rmtree(bare)
    again = colab.run(bare.as_uri())
    assert again.returncode == 0, again.stderr
    assert len(colab.pip_calls()) == 1


def test_a_torch_that_is_too_old_is_not_replaced(colab, project):
    old = colab.packages / "torch-2.5.1.dist-info"
    shutil.rmtree(colab.packages / "torch-2.11.0+cu128.dist-info")
    old.mkdir()
    (old / "METADATA").write_text("Name: torch\nVersion: 2.5.1\n")
    pack(project, colab.folder / "workbook.zip")
    answer = colab.run()
    assert answer.returncode != 0
    assert "The lessons need torch>=2.6, and this one is 2.5.1." in answer.stderr
    assert colab.pip_calls() == []


def test_the_cell_is_short_and_silent_where_the_workbook_is_installed(tmp_path):
    assert len(bootstrap_cell().splitlines()) <= 25
    command = [sys.executable, "-c", bootstrap_cell("https://example.org/none.git")]
    answer = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert (answer.stdout, answer.stderr) == ("", "")
    assert list(tmp_path.iterdir()) == []
