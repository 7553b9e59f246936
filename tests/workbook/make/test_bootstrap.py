"""The first cell of every notebook: how it finds the project, and what it says otherwise."""

import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

from bertlab.edition import EDITION, check_edition
from tests.workbook.make.conftest import SAMPLE
from workbook.make.bootstrap_cell import TITLE, bootstrap_cell
from workbook.make.lesson_source import FOLDED, lesson_notebook

HERE = "def ready(edition): print('from', __file__, edition)\n"
SET_UP = """
import pathlib, sys
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[2]))
"""


class Machine:
    """A machine without ``workbook``, whose Drive and Kaggle folders are temporary ones."""

    def __init__(self, folder: Path):
        self.folder = folder / "work"
        self.places = {"/content/drive": folder / "drive", "/kaggle/input": folder / "kaggle"}
        self.folder.mkdir()
        self.python = folder / "environment" / "bin" / "python"
        command = [sys.executable, "-m", "venv", "--without-pip", self.python.parent.parent]
        subprocess.run(command, check=True)

    def run(self, address: str = "", repeat: int = 1) -> subprocess.CompletedProcess:
        """Run the cell in a new process."""
        cell = bootstrap_cell(address)
        for place, stand_in in self.places.items():
            assert address or place in cell
            cell = cell.replace(place, str(stand_in))
        environment = {k: v for k, v in os.environ.items() if k != "PYTHONPATH"}
        command = [self.python, "-c", "\n".join([cell] * repeat)]
        return subprocess.run(
            command, cwd=self.folder, env=environment, capture_output=True, text=True
        )


@pytest.fixture
def machine(tmp_path):
    return Machine(tmp_path)


def write_project(folder: Path) -> Path:
    """Write those files of a project that the cell touches."""
    for name, text in {"workbook/__init__.py": HERE, "workbook/setup/here.py": SET_UP}.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_text(text)
    return folder


def write_zip(archive: Path, prefix: str = "") -> None:
    archive.parent.mkdir(parents=True, exist_ok=True)
    with zipfile.ZipFile(archive, "w") as file:
        file.writestr(prefix + "workbook/__init__.py", HERE)
        file.writestr(prefix + "workbook/setup/here.py", SET_UP)


def check_found(answer: subprocess.CompletedProcess, root: Path) -> None:
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout == f"from {root / 'workbook' / '__init__.py'} {EDITION}\n"


def test_without_the_project_it_says_what_to_upload_and_where(machine):
    answer = machine.run()
    assert answer.returncode == 1
    assert "Put bert-workbook.zip into the file pane on the left, your Drive" in answer.stderr
    assert "Traceback" not in answer.stderr
    assert list(machine.folder.iterdir()) == []


@pytest.mark.parametrize("name", ["bert-workbook.zip", "bert-workbook (1).zip"])
@pytest.mark.parametrize("place", ["work", "work/drop", "drive/MyDrive", "drive/MyDrive/course"])
def test_a_zip_file_is_unpacked_beside_the_notebook(name, place, machine, tmp_path):
    write_zip(tmp_path / place / name)
    check_found(machine.run(), machine.folder / "bert-workbook")


def test_a_zip_file_of_a_repository_is_used_too(machine):
    write_zip(machine.folder / "bert-workbook-main.zip", "bert-workbook-main/")
    check_found(machine.run(), machine.folder / "bert-workbook" / "bert-workbook-main")


@pytest.mark.parametrize("place", ["book", "book/bert-workbook", "datasets/someone/book"])
def test_a_data_set_that_kaggle_unpacked_is_used_where_it_lies(place, machine, tmp_path):
    root = write_project(tmp_path / "kaggle" / place)
    check_found(machine.run(), root)


def test_a_folder_from_before_a_restart_is_enough(machine):
    write_zip(machine.folder / "bert-workbook.zip")
    assert machine.run().returncode == 0
    (machine.folder / "bert-workbook.zip").unlink()
    check_found(machine.run(), machine.folder / "bert-workbook")


def test_an_upload_that_has_not_ended_is_waited_for(machine):
    whole = machine.folder / "whole.zip"
    write_zip(whole)
    (machine.folder / "bert-workbook.zip").write_bytes(whole.read_bytes()[:-10])
    answer = machine.run()
    assert "wait until it is there" in answer.stderr and "Traceback" not in answer.stderr


def test_a_zip_file_cannot_write_outside_its_folder(machine):
    write_zip(machine.folder / "bert-workbook.zip")
    with zipfile.ZipFile(machine.folder / "bert-workbook.zip", "a") as file:
        file.writestr("../escaped.txt", "out")
        file.writestr(f"{machine.folder}/escaped.txt", "out")
    assert machine.run().returncode == 0
    assert not (machine.folder / "escaped.txt").exists()


def test_an_address_is_cloned_once(machine, tmp_path):
    project = write_project(tmp_path / "project")
    git = ["git", "-c", "user.name=t", "-c", "user.email=t@example.org"]
    for command in (["init", "--quiet"], ["add", "."], ["commit", "--quiet", "-m", "all"]):
        subprocess.run([*git, *command], cwd=project, check=True)
    bare = tmp_path / "the book.git"
    subprocess.run(["git", "clone", "--quiet", "--bare", project, bare], check=True)
    check_found(machine.run(bare.as_uri()), machine.folder / "bert-workbook")
    bare.rename(tmp_path / "gone")
    check_found(machine.run(bare.as_uri()), machine.folder / "bert-workbook")


def test_the_cell_is_short_and_silent_where_the_workbook_is_installed(tmp_path):
    assert bootstrap_cell().splitlines()[0] == TITLE
    assert len(bootstrap_cell("https://example.org/none.git").splitlines()) <= 25
    command = [sys.executable, "-c", bootstrap_cell("https://example.org/none.git")]
    answer = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=True)
    assert (answer.stdout, answer.stderr) == ("", "")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("address", ["", "https://example.org/somebody/bert-workbook.git"])
def test_the_cell_is_laid_out_as_all_code(address):
    command = [sys.executable, "-m", "ruff", "format", "--check", "--line-length", "100", "-"]
    cell = bootstrap_cell(address) + "\n"
    assert subprocess.run(command, input=cell, text=True, capture_output=True).returncode == 0


def test_the_cell_is_one_folded_line_in_colab_and_jupyterlab():
    (cell,) = [
        c for c in lesson_notebook(SAMPLE).cells if "bootstrap" in c.metadata.get("tags", [])
    ]
    assert cell.source.startswith("# @title ")
    assert cell.metadata["cellView"] == "form"
    assert cell.metadata["jupyter"] == {"source_hidden": True}
    assert FOLDED.items() <= cell.metadata.items()


def test_a_bundle_of_an_edition_before_the_rooms_is_asked_to_be_replaced(machine):
    with zipfile.ZipFile(machine.folder / "bert-workbook.zip", "w") as file:
        file.writestr("tools/setup_here.py", SET_UP)
    answer = machine.run()
    assert f"(edition {EDITION}) is not here yet" in answer.stderr
    assert "Traceback" not in answer.stderr


@pytest.mark.parametrize("name", ["lessons.py", "lessons/notes.txt", "bertlab/__init__.py"])
def test_a_folder_of_the_student_that_shadows_ours_is_named(name, tmp_path):
    (tmp_path / name).parent.mkdir(exist_ok=True)
    (tmp_path / name).write_text("")
    program = "import sys; sys.path.insert(0, '')\n" + bootstrap_cell()
    answer = subprocess.run(
        [sys.executable, "-c", program], cwd=tmp_path, capture_output=True, text=True
    )
    shadows = (tmp_path / name).suffix == ".py"  # a folder without code comes after a package
    assert answer.returncode == int(shadows), answer.stderr
    assert ("Rename that one, restart the kernel" in answer.stderr) is shadows
    assert "Traceback" not in answer.stderr


def test_a_workbook_without_its_lessons_says_so(tmp_path):
    (tmp_path / "workbook").mkdir()
    (tmp_path / "bertlab").mkdir()
    (tmp_path / "bertlab" / "__init__.py").touch()
    ours = (Path(__file__).resolve().parents[3] / "workbook" / "__init__.py").read_text()
    (tmp_path / "workbook" / "__init__.py").write_text(ours)
    command = [sys.executable, "-I", "-S", "-c"]
    program = f"import sys; sys.path.insert(0, {str(tmp_path)!r}); import workbook; "
    answer = subprocess.run(
        [*command, program + "workbook.ready(3)"], capture_output=True, text=True
    )
    assert answer.stderr == f"The workbook in {tmp_path} is not complete: lessons/ is missing.\n"


# --- editions -------------------------------------------------------------------------------------


def test_a_notebook_of_this_edition_meets_no_sentence(capsys):
    check_edition(EDITION)
    assert capsys.readouterr() == ("", "")


@pytest.mark.parametrize(
    ("step", "words"),
    [(-1, "the workbook here is newer: .* Open the same lesson"), (1, "is older: .* Update")],
)
def test_a_notebook_of_another_edition_is_told_which_is_older(step, words):
    with pytest.raises(SystemExit, match=words):
        check_edition(EDITION + step)


@pytest.mark.parametrize("step", [-1, 1])
def test_the_cell_of_another_edition_ends_with_the_sentence_alone(step):
    cell = bootstrap_cell().replace(f"ready({EDITION})", f"ready({EDITION + step})")
    answer = subprocess.run([sys.executable, "-c", cell], capture_output=True, text=True)
    assert answer.returncode == 1
    assert answer.stderr.startswith(f"This notebook is of edition {EDITION + step}, and")
    assert "Traceback" not in answer.stderr
