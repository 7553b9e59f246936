"""Your copies: made once, never written again, and a changed lesson is laid beside them."""

import json
import os
import subprocess

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from workbook.publish import copies
from workbook.publish.copies import KEY, ROOT, copy_solutions, make_copies, reset


def lesson(folder, name, text, printed="4\n"):
    """Write a lesson as it is published."""
    cell = new_code_cell("2 + 2", outputs=[nbformat.v4.new_output("stream", text=printed)])
    notebook = new_notebook(cells=[new_markdown_cell(text), cell])
    notebook.metadata["bertlab"] = {"source_hash": "abc"}
    folder.mkdir(parents=True, exist_ok=True)
    nbformat.write(notebook, folder / f"{name}.ipynb")


@pytest.fixture(autouse=True)
def signatures(tmp_path, monkeypatch):
    """Jupyter's own folder, with a secret and the signatures of what is trusted."""
    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "jupyter"))


@pytest.fixture
def published(tmp_path):
    folder = tmp_path / "notebooks"
    lesson(folder, "01_one", "# One: naïve 词")
    lesson(folder, "02_two", "# Two")
    lesson(folder / "solutions", "01_one", "# Solutions")
    return folder


@pytest.fixture
def mine(tmp_path):
    return tmp_path / "my notebooks"


def names(folder):
    return sorted(path.name for path in folder.iterdir())


def test_each_lesson_is_copied_once_and_solutions_are_not(published, mine):
    assert [path.name for path in make_copies(published, mine).new] == [
        "01_one.ipynb",
        "02_two.ipynb",
    ]
    assert make_copies(published, mine) == ([], [])
    assert names(mine) == ["01_one.ipynb", "02_two.ipynb"]
    copy = nbformat.read(mine / "01_one.ipynb", as_version=4)
    original = nbformat.read(published / "01_one.ipynb", as_version=4)
    assert copy.cells == original.cells
    assert set(copy.metadata["bertlab"]) == {"source_hash", KEY}


def test_what_a_student_wrote_stays(published, mine):
    make_copies(published, mine)
    copy = nbformat.read(mine / "01_one.ipynb", as_version=4)
    copy.cells[1].source = "my = 'answer'"
    nbformat.write(copy, mine / "01_one.ipynb")
    written = (mine / "01_one.ipynb").read_bytes()
    assert make_copies(published, mine) == ([], [])  # the lesson has not changed; the copy has
    lesson(published, "01_one", "# One, rewritten")
    (new,) = make_copies(published, mine).new
    assert new.name == "01_one (new edition).ipynb"
    assert (mine / "01_one.ipynb").read_bytes() == written
    assert make_copies(published, mine) == ([], [])
    lesson(published, "01_one", "# One, rewritten again")
    (newer,) = make_copies(published, mine).new
    assert newer.name == "01_one (new edition 2).ipynb"


def test_a_lesson_that_was_only_built_again_is_the_same(published, mine):
    make_copies(published, mine)
    lesson(published, "02_two", "# Two", printed="4.0\n")
    assert make_copies(published, mine) == ([], [])


@pytest.mark.parametrize("content", ["", "no JSON", "[]", '{"metadata": {}}', '{"metadata": []}'])
def test_a_file_that_says_nothing_stays_and_the_lesson_comes_beside_it(published, mine, content):
    mine.mkdir()
    (mine / "01_one.ipynb").write_text(content)
    assert "01_one (new edition).ipynb" in [path.name for path in make_copies(published, mine).new]
    assert (mine / "01_one.ipynb").read_text() == content
    assert make_copies(published, mine) == ([], [])


def test_a_copy_removed_by_hand_comes_back(published, mine):
    make_copies(published, mine)
    (mine / "02_two.ipynb").unlink()
    assert [path.name for path in make_copies(published, mine).new] == ["02_two.ipynb"]


def test_a_lesson_can_begin_anew_and_what_was_there_stays(published, mine):
    make_copies(published, mine)
    (mine / "01_one.ipynb").write_text("mine")
    fresh, old = copies.reset("01", published, mine)
    assert fresh.name == "01_one.ipynb" and nbformat.read(fresh, as_version=4).cells
    assert old.read_text() == "mine"
    _, older = copies.reset("01_one", published, mine)
    assert older != old and old.read_text() == "mine"
    assert make_copies(published, mine) == ([], [])
    with pytest.raises(ValueError, match=r"no lesson '7'; there are: 01_one, 02_two"):
        copies.reset("7", published, mine)
    (mine / "02_two.ipynb").unlink()
    with pytest.raises(ValueError, match=r"no 02_two\.ipynb in my notebooks/ yet"):
        copies.reset("02", published, mine)


def test_where_one_copy_cannot_be_made_the_others_are(published, mine, monkeypatch):
    mine.mkdir()
    os.mkfifo(mine / "01_one.ipynb")
    (mine / "02_two.ipynb").mkdir()
    lesson(published, "03_three", "# Three")
    (published / "03_three.ipynb").write_text("[")
    (mine / "01_one (new edition).ipynb").write_text("[" * 100_000)  # too deep to read
    new, problems = make_copies(published, mine)
    assert [path.name for path in new] == [
        "01_one (new edition 2).ipynb",
        "02_two (new edition).ipynb",
    ]
    assert len(problems) == 1 and problems[0].startswith("No copy of 03_three.ipynb: ")
    assert "is no JSON" in problems[0]


def full_disk(_):
    raise OSError(28, "No space left on device")


def test_nothing_half_written_is_left(published, mine, monkeypatch):
    monkeypatch.setattr(os, "fsync", full_disk)
    new, problems = make_copies(published, mine)
    assert new == names(mine) == [] and len(problems) == 2 and "No space left" in problems[0]
    monkeypatch.undo()
    assert len(make_copies(published, mine).new) == 2


def test_a_reset_without_room_for_a_fresh_copy_changes_nothing(published, mine, monkeypatch):
    make_copies(published, mine)
    (mine / "01_one.ipynb").write_text("mine")
    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(OSError, match="No space left"):
        reset("01", published, mine)
    assert names(mine) == ["01_one.ipynb", "02_two.ipynb"]
    assert (mine / "01_one.ipynb").read_text() == "mine"


def trusted(path):
    """Tell whether JupyterLab's server hands a notebook out as trusted."""
    from jupyter_server.services.contents.filemanager import FileContentsManager

    notebook = FileContentsManager(root_dir=str(path.parent)).get(path.name)["content"]
    return all(c.metadata["trusted"] for c in notebook.cells if c.cell_type == "code")


def test_copies_are_trusted_until_somebody_else_changes_them(published, mine):
    make_copies(published, mine)
    assert trusted(mine / "01_one.ipynb") and not trusted(published / "01_one.ipynb")
    changed = nbformat.read(mine / "01_one.ipynb", as_version=4)
    changed.cells[1].outputs[0].text = "5"
    nbformat.write(changed, mine / "01_one.ipynb")
    assert not trusted(mine / "01_one.ipynb")


def test_where_jupyter_can_keep_no_signature_there_are_copies(published, mine, tmp_path):
    (tmp_path / "jupyter").write_text("no folder")
    assert len(make_copies(published, mine).new) == 2


def test_solutions_come_beside_the_copy_and_what_is_written_there_stays(published, mine):
    lesson(published / "solutions", "01_one", "# Solutions of [one](../01_one.ipynb)")
    copy = copy_solutions("01", published, mine)
    assert copy.name == "01_one (solutions).ipynb"
    assert nbformat.read(copy, as_version=4).cells[0].source == "# Solutions of [one](01_one.ipynb)"
    content = nbformat.read(copy, as_version=4)
    content.cells[1].source = "mine"
    nbformat.write(content, copy)
    written = copy.read_bytes()
    assert copy_solutions("01_one", published, mine) == copy and copy.read_bytes() == written
    with pytest.raises(ValueError, match="no solutions of 02_two are here"):
        copy_solutions("02", published, mine)
    with pytest.raises(ValueError, match="no lesson '7'"):
        copy_solutions("7", published, mine)


def test_what_is_said(published, mine, monkeypatch, capsys):
    monkeypatch.setattr(copies, "make_copies", lambda: make_copies(published, mine))
    monkeypatch.setattr(copies, "COPIES", mine)
    monkeypatch.setattr(copies, "reset", lambda name: reset(name, published, mine))
    monkeypatch.setattr("sys.argv", ["copies"])
    copies.main()
    assert "your own copies" in capsys.readouterr().out
    lesson(published, "02_two", "# Two, rewritten")
    copies.main()
    assert capsys.readouterr().out == "New in my notebooks/: 02_two (new edition).ipynb\n"
    copies.main()
    assert capsys.readouterr().out == ""
    monkeypatch.setattr("sys.argv", ["copies", "--reset", "01"])
    copies.main()
    expected = "01_one.ipynb is fresh; what you had is 01_one (before reset 1).ipynb\n"
    assert capsys.readouterr().out == expected
    monkeypatch.setattr("sys.argv", ["copies", "--reset", "99"])
    with pytest.raises(SystemExit):
        copies.main()


def test_git_ignores_the_folder_and_make_lab_opens_it():
    command = ["git", "check-ignore", "-q", "my_notebooks/07_bert.ipynb"]
    environment = {**os.environ, "GIT_CEILING_DIRECTORIES": str(ROOT.parent)}
    assert subprocess.run(command, cwd=ROOT, env=environment, check=False).returncode == 0
    steps = subprocess.run(
        ["make", "--dry-run", "lab"], cwd=ROOT, capture_output=True, text=True, check=True
    ).stdout
    assert steps.index("workbook copies") < steps.index("jupyterlab my_notebooks")


def test_a_published_lesson_runs_where_its_copy_lies():
    """The cells find the workbook by its package, not by the folder they lie in."""
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        text = json.dumps(json.loads(path.read_text(encoding="utf-8"))["cells"])
        assert "../" not in text.replace("https://", ""), path.name
