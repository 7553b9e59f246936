"""The edition for a class: it opens, and holds no solutions."""

import json
import os
import re
import subprocess
import sys

import pytest

from workbook.exercises import solution
from workbook.make.lesson_source import read_source, sources, tags
from workbook.publish.edition import ROOT, write


@pytest.fixture(scope="module")
def edition(tmp_path_factory):
    folder = tmp_path_factory.mktemp("class") / "edition"
    write(folder)
    return folder


def command(edition, *words):
    environment = {**os.environ, "PYTHONPATH": str(edition)}
    environment["JUPYTER_DATA_DIR"] = str(edition.parent / "jupyter")
    command = [sys.executable, "-m", "workbook", *words]
    return subprocess.run(
        command, cwd=edition, env=environment, capture_output=True, text=True, check=False
    )


def test_nothing_of_it_shows_a_solution(edition):
    names = [path.relative_to(edition).as_posix() for path in edition.rglob("*") if path.is_file()]
    shown = re.compile(r"solutions/|^tests/|/lesson\.py$|TEACHING\.md$|MISTAKES\.md$")
    assert list(filter(shown.search, names)) == []
    assert {"lessons/CLASS_EDITION", "Makefile", "README.md", "notebooks/05_attention.ipynb"} <= {
        *names
    }
    for source in sources(ROOT):
        solved = [cell.source for cell in read_source(source) if "solution" in tags(cell)]
        notebook = edition / "notebooks" / f"{source.parent.name[1:]}.ipynb"
        cells = json.loads(notebook.read_text(encoding="utf-8"))["cells"]
        text = "\n".join("".join(cell["source"]) for cell in cells)
        assert solved and [solution for solution in solved if solution in text] == []


def test_its_exercises_show_no_solution(edition, monkeypatch, capsys):
    monkeypatch.setattr(solution, "MARK", edition / solution.MARK.relative_to(ROOT))
    solution.show_solution(None, None)
    assert capsys.readouterr().out.endswith("without solutions: ask your instructor.\n")


def test_it_opens_as_the_workbook_does(edition):
    assert command(edition, "copies").returncode == 0
    assert len([*(edition / "my_notebooks").glob("*.ipynb")]) == len(sources(ROOT))
    asked = command(edition, "copies", "--solutions", "05")
    assert asked.returncode == 1
    assert asked.stderr == "no solutions of 05_attention are here: this edition is for a class\n"


def test_what_is_there_already_is_not_mixed_with_it(edition):
    with pytest.raises(ValueError, match="expected a new or empty folder"):
        write(edition)
