"""A lesson with ``more.py`` is built as a path and further experiments."""

import json
import os
import shutil
import subprocess
import sys

import nbformat
import pytest

from tests.workbook.make.conftest import PATH
from workbook.instructor.glossary import terms_of
from workbook.instructor.lesson import read_lesson
from workbook.instructor.lesson_page import lesson_page
from workbook.make import clock, new_lesson, path_source
from workbook.make import notebooks as build_notebooks
from workbook.publish.copies import make_copies
from workbook.publish.edition import leave_out_solutions
from workbook.publish.pages import build_page
from workbook.publish.slide_cells import prepare


def read(folder, name):
    return nbformat.read(folder / f"{name}.ipynb", as_version=4)


def test_a_path_further_experiments_and_solutions_are_built(built_path):
    names = [path.relative_to(built_path).as_posix() for path in build_notebooks.built(built_path)]
    assert names == ["91_path.ipynb", "more/91_path_more.ipynb", "solutions/91_path.ipynb"]
    plans = build_notebooks.plan(PATH, built_path)
    assert all(build_notebooks.is_current(path, notebook) for path, notebook in plans.items())


def test_a_student_sees_solutions_folded_and_no_claims(built_path):
    notebook = str(read(built_path, "91_path"))
    assert notebook.count("<summary>Solution</summary>") == 2
    assert "check(total" not in notebook and 'check("' not in notebook
    assert "Yours: 0 of 2. The workbook's version ran for `scaled`, `Model`." in notebook
    assert "12.0" in notebook  # the headline, by the references
    solved = str(read(built_path, "solutions/91_path"))
    assert "Solution</summary>" not in solved
    assert "@exercise(exercises.summed)\\ndef summed(x):\\n    return sum(x)" in solved
    assert solved.count(": correct on all 2 cases.") == 3


def test_a_claim_that_breaks_stops_the_build(tmp_path, monkeypatch):
    room = tmp_path / "l91_path"
    shutil.copytree(PATH.parent, room)
    source = room / "lesson.py"
    text = source.read_text(encoding="utf-8").replace("total == 12", "total == 13")
    source.write_text(text, encoding="utf-8")
    monkeypatch.setenv("PYTHONPATH", f"{build_notebooks.ROOT}:{tmp_path}")
    with pytest.raises(build_notebooks.CellExecutionError, match="the sum is 12"):
        build_notebooks.build(source, tmp_path / "out")
    assert build_notebooks.built(tmp_path / "out") == []


def test_pages_show_solutions_shut_and_decks_and_class_editions_show_none(built_path, tmp_path):
    page = build_page(built_path / "91_path.ipynb")
    assert '<details class="bertlab-solution"><summary>Solution</summary>' in page
    assert "&lt;details" not in page and "&lt;span" not in page
    assert "Figure 91.1." in page
    deck = prepare(read(built_path, "91_path"))
    assert "bertlab-solution" not in str(deck) and "Hint 1" in str(deck)
    shutil.copy(built_path / "91_path.ipynb", tmp_path)
    leave_out_solutions(tmp_path / "91_path.ipynb")
    text = (tmp_path / "91_path.ipynb").read_text(encoding="utf-8")
    assert "bertlab-solution" not in text and "Hint 1" in text
    nbformat.validate(json.loads(text))


def test_students_have_copies_of_both(built_path, tmp_path):
    names = [path.relative_to(tmp_path) for path in make_copies(built_path, tmp_path).new]
    assert [name.as_posix() for name in names] == ["91_path.ipynb", "more/91_path_more.ipynb"]


def test_a_solution_is_the_reference_as_a_student_writes_it():
    source = (
        "class A:\n"
        '    """What it is."""\n\n'
        "    def forward(self, x: int, way: str = 'a') -> int:  # a head\n"
        '        """Go on."""\n'
        "        y = x < 3  # a comment\n\n"
        "        return y\n"
        "\n\n"
        "def f(x: int) -> int:\n"
        "    # why\n"
        "    return x\n"
    )
    forward = (
        '    def forward(self, x, way="a"):\n        y = x < 3  # a comment\n\n        return y'
    )
    assert path_source.plain(source, "A") == f"class A:\n{forward}"
    assert path_source.plain(source, "f") == "def f(x):\n    # why\n    return x"
    fold = path_source.fold_of("y = x < 3\n\nz", "It is *so*.")
    assert "y = x &lt; 3\n<span></span>\nz" in fold and "\n\n" not in fold
    assert path_source.without_folds(f"text\n\n{fold}") == "text"
    with pytest.raises(ValueError, match="expected one definition of g, got 0"):
        path_source.plain(source, "g")


def test_comments_for_tools_are_left_out():
    assert path_source.for_students("x = [1]  # fmt: skip\ny = 2  # two") == "x = [1]\ny = 2  # two"
    assert path_source.for_students("import x  # noqa: F401\n") == "import x\n"


def test_an_exercise_needs_a_reference_and_a_reason(tmp_path):
    room = tmp_path / "l91_path"
    shutil.copytree(PATH.parent, room)
    cell = "@exercise(exercises.summed)\ndef summed(x): ..."
    assert path_source.solution_of(cell, room) == "def summed(x):\n    return sum(x)"
    known = room / "exercises" / "summed" / "misconceptions.toml"
    known.write_text(known.read_text().replace("why = ", "# why = "))
    with pytest.raises(ValueError, match=r"summed/misconceptions.toml has no 'why'"):
        path_source.why_of(nbformat.v4.new_code_cell(cell), room)
    (room / "exercises" / "summed" / "reference.py").unlink()
    with pytest.raises(ValueError, match=r"summed has no reference.py"):
        path_source.solution_of(cell, room)


def test_lines_that_are_given_are_not_typed():
    cell = "@exercise(exercises.model)\nclass Model:\n    def __init__(self, factor):\n"
    cell += "        self.factor = factor\n\n    def forward(self, x):\n        ..."
    assert clock.typed_lines(cell, PATH.parent) == 1
    cell = "@exercise(exercises.scaled)\ndef scaled(x, factor): ..."
    assert clock.typed_lines(cell, PATH.parent) == 4


def test_what_is_folded_or_framed_takes_no_time():
    html = "<p>two words</p><details>not <b>it</b></details><iframe srcdoc='<p>nor it'></iframe>"
    output = nbformat.v4.new_output("display_data", {"text/html": html})
    cell = nbformat.v4.new_code_cell("", outputs=[output], metadata={"tags": ["hide-input"]})
    assert clock.clock_of([cell], PATH.parent).words == 2


def test_the_instructors_page_has_both(tmp_path):
    room = tmp_path / "l91_path"
    shutil.copytree(PATH.parent, room)
    shutil.copy(new_lesson.TEMPLATES / "lesson" / "quiz.toml", room)
    lesson = read_lesson(room / "lesson.py")
    assert lesson.time == lesson.stated == "20 minutes"
    page = lesson_page(lesson)
    assert "- Larger numbers" in page and "notebooks/more/91_path_more.ipynb" in page
    assert list(terms_of(PATH.parent)) == [("sum", "和", "what comes out of addition")]


def test_the_headline_needs_what_the_student_writes(tmp_path):
    room = tmp_path / "l91_path"
    shutil.copytree(PATH.parent, room)
    assert _not_needed(room) == ""
    source = room / "lesson.py"
    text = source.read_text(encoding="utf-8")
    source.write_text(text.replace("total = model.forward(x)", "total = 12.0"), encoding="utf-8")
    assert _not_needed(room) == "scaled"  # Model is still made
    source.write_text(text.replace("model = Model(2)\ntotal = model.forward(x)", "total = 12.0"))
    assert _not_needed(room).split() == ["scaled", "Model"]


def _not_needed(room) -> str:
    command = [sys.executable, "-m", "tests.workbook.make.path_run", str(room / "lesson.py")]
    root = build_notebooks.ROOT
    own = {**os.environ, "PYTHONPATH": f"{root}:{room.parent}"}
    run = subprocess.run(command, cwd=root, env=own, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    return run.stdout.strip()
