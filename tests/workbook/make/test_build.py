"""The notebook machine: from a percent script to executed notebooks that repeat."""

import re
import subprocess
import sys
from pathlib import Path

import nbformat
import pytest
from nbclient.exceptions import CellExecutionError
from nbformat.v4 import new_output

from tests.workbook.make.conftest import SAMPLE
from workbook.make import lesson_source
from workbook.make import notebooks as build_notebooks
from workbook.make.run_notebook import WIDGET, run_notebook, tidy

ROOT = Path(__file__).resolve().parents[3]
HEAD = '# %% [markdown]\n# # 01. Title\n\n# %% tags=["bootstrap"]\n# (generated)\n\n'
EXERCISE = '# %% tags=["exercise"]\n@exercise(one)\ndef f(x):\n    ...\n\n'
SOLUTION = '# %% tags=["solution"]\ndef f(x):\n    return x\n\n'


def source(folder: Path, text: str) -> Path:
    path = folder / "lessons" / "l01_title" / "lesson.py"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_lesson_and_solutions_share_the_set_up(lesson, solutions):
    code = [cell.source for cell in solutions.cells if cell.cell_type == "code"]
    assert solutions.cells[0].source.startswith("# Solutions: 90. A sample lesson\n")
    set_up = [cell.source for cell in lesson.cells[1:4]]
    assert "begin_lesson()" in set_up[1] and "begin_lesson(solutions=True)" in code[1]
    assert code[:3] == [part.replace("lesson()", "lesson(solutions=True)") for part in set_up]
    assert code[3] == "@exercise(doubling)\ndef twice(number):\n    return 2 * number"
    assert code[4].startswith("FACTOR = 3\n\n\n@exercise(tripling)\ndef thrice")
    assert len(code) == 6
    assert not any("solution" in lesson_source.tags(cell) for cell in lesson.cells)
    assert "FACTOR" not in str(lesson)


def test_the_generated_cell_is_filled_in_and_prints_nothing(lesson):
    assert lesson.cells[1].source == lesson_source.bootstrap_cell()
    assert lesson.cells[1].outputs == []


def test_nothing_of_the_moment_is_stored(lesson):
    assert set(lesson.metadata) == {"kernelspec", "language_info", "bertlab"}
    assert lesson.metadata.language_info == {"name": "python"}
    assert all(
        set(cell.metadata) <= {"tags", "slideshow", *lesson_source.FOLDED} for cell in lesson.cells
    )
    bundles = [
        out.data for cell in lesson.cells for out in cell.get("outputs", []) if "data" in out
    ]
    assert any("<img " in data.get("text/html", "") for data in bundles)
    assert all(bundles) and not any(WIDGET in data for data in bundles)


def test_what_nobody_has_to_read_first_is_folded(tmp_path):
    asked = '# %% tags=["hide-input"]\nquiz(1)\n\n# %% tags=["hide-input"]\nask("why")\n\n'
    body = '# %% tags=["hide-input"]\ndraw()\n\n' + asked + "# %%\nx = 2\n"
    folded = {
        cell.source.splitlines()[-1]: (cell.metadata, cell.source.splitlines()[0])
        for cell in lesson_source.lesson_notebook(source(tmp_path, HEAD + body)).cells
        if lesson_source.FOLDED.items() <= cell.metadata.items()
    }
    assert "x = 2" not in folded and "draw()" in folded
    for name, (metadata, first) in folded.items():
        assert first.startswith("# @title "), name
        assert metadata["jupyter"]["source_hidden"] and metadata["cellView"] == "form"
    assert folded["draw()"][1] == lesson_source.TITLES["hide-input"]
    assert folded["quiz(1)"][1] == "# @title Quiz"
    assert folded['ask("why")'][1] == "# @title Open question"


def test_notes_are_for_the_instructor_alone(tmp_path):
    note = '# %% [markdown] slideshow={"slide_type": "notes"}\n# *Instructor:* 5 minutes\n\n'
    path = source(tmp_path, HEAD + "# %%\nx = 1\n\n" + note + "# %%\nx = 2\n")
    student, presented = map(
        lambda make: make(path), (lesson_source.lesson_notebook, lesson_source.presented_notebook)
    )
    assert not any("Instructor" in cell.source for cell in student.cells)
    assert [cell.source for cell in presented.cells if lesson_source.is_note(cell)] == [
        "*Instructor:* 5 minutes"
    ]
    ids = [cell.id for cell in presented.cells if not lesson_source.is_note(cell)]
    assert ids == [cell.id for cell in student.cells]


def test_ids_depend_on_content_only(tmp_path):
    body = "# %%\nx = 1\n\n# %%\nx = 2\n\n# %%\nx = 1\n"
    first = lesson_source.lesson_notebook(source(tmp_path, HEAD + body))
    added = lesson_source.lesson_notebook(source(tmp_path, HEAD + "# %%\ny = 0\n\n" + body))
    ids = [cell.id for cell in first.cells]
    assert len(set(ids)) == len(ids) == 6  # with the line on reporting errors
    assert [cell.id for cell in added.cells if cell.source != "y = 0"] == ids


def test_a_lesson_is_built_again_only_after_a_change(built, monkeypatch):
    monkeypatch.setattr(build_notebooks, "run_watched", lambda *_: pytest.fail("executed"))
    assert build_notebooks.build(SAMPLE, built) == {}
    (path, *_), (notebook, *_) = zip(*build_notebooks.plan(SAMPLE, built).items(), strict=True)
    assert build_notebooks.is_current(path, notebook)
    monkeypatch.setattr(build_notebooks, "lesson_hash", lambda *_: "other data")
    (changed, *_) = build_notebooks.plan(SAMPLE, built).values()
    assert not build_notebooks.is_current(path, changed)
    assert not build_notebooks.is_current(path.with_name("91_absent.ipynb"), notebook)


def test_the_hash_follows_the_source(tmp_path):
    (first,) = build_notebooks.plan(source(tmp_path, HEAD), tmp_path).values()
    (second,) = build_notebooks.plan(source(tmp_path, HEAD + "# %%\n1\n"), tmp_path).values()
    assert first.metadata.bertlab != second.metadata.bertlab


def test_notebooks_of_a_lesson_that_is_gone_are_removed(tmp_path, capsys):
    for name in ("01_here.ipynb", "02_gone.ipynb", "solutions/02_gone.ipynb", "notes.txt"):
        (tmp_path / name).parent.mkdir(exist_ok=True)
        (tmp_path / name).touch()
    build_notebooks.remove_others(tmp_path, {"01_here"})
    left = sorted(p.relative_to(tmp_path).as_posix() for p in tmp_path.rglob("*") if p.is_file())
    assert left == ["01_here.ipynb", "notes.txt"]
    assert "Removing solutions/02_gone.ipynb: no such lesson" in capsys.readouterr().out


@pytest.mark.parametrize(
    "name", ["07", "07_bert", "l07_bert", "lessons/l07_bert", "lessons/l07_bert/lesson.py"]
)
def test_a_lesson_is_found_by_any_of_its_names(name):
    (source,) = [s for s in lesson_source.sources(ROOT) if s.parent.name.startswith("l07_")]
    assert build_notebooks.find(name) == source


@pytest.mark.parametrize("name", ["", "7", "99", "lessons/l99_x", "lesson.py", "lessons"])
def test_what_is_no_lesson_is_answered_with_the_list(name):
    with pytest.raises(ValueError, match=r"no lesson .* there are: 00_"):
        build_notebooks.find(name)


def test_a_failing_cell_is_shown_and_nothing_is_written(tmp_path):
    path = source(tmp_path, HEAD + "# %%\nsecret = 6 * 7\nsecret / 0\n")
    (old := tmp_path / "01_title.ipynb").write_text('{"metadata": {}}')
    with pytest.raises(CellExecutionError) as caught:
        build_notebooks.build(path, tmp_path)
    assert "secret / 0" in str(caught.value)
    assert "ZeroDivisionError" in str(caught.value)
    assert old.read_text() == '{"metadata": {}}'
    assert sorted(file.name for file in tmp_path.iterdir()) == ["01_title.ipynb", "lessons"]


def test_the_kernel_is_this_python_with_fixed_settings(tmp_path):
    lines = ["import os, sys", "print(sys.executable)", "print(os.getcwd())", "print(hash('a'))"]
    lines += ["print(os.environ['TQDM_DISABLE'], os.environ['OMP_NUM_THREADS'])"]
    cell = nbformat.v4.new_code_cell("\n".join(lines))
    cost = run_notebook(notebook := nbformat.v4.new_notebook(cells=[cell]), tmp_path)
    executable, folder, hashed, settings = notebook.cells[0].outputs[0].text.splitlines()
    fixed = [sys.executable, "-c", "print(hash('a'))"]
    again = subprocess.run(fixed, env={"PYTHONHASHSEED": "0"}, capture_output=True, text=True)
    assert (executable, folder) == (sys.executable, str(tmp_path))
    assert (hashed, settings) == (again.stdout.strip(), "1 2")
    assert cost["seconds"] > 0


def test_pieces_of_a_stream_are_joined():
    def stream(name, text):
        return new_output("stream", name=name, text=text)

    picture = new_output("display_data", data={"image/png": "AA"})
    outputs = [stream("stdout", "a"), stream("stdout", "b\n"), stream("stderr", "c")]
    kept = tidy([*outputs, picture, picture, stream("stdout", "d")])
    assert [out.get("text") for out in kept] == ["ab\n", "c", None, None, "d"]


def test_only_the_static_forms_of_a_widget_are_stored():
    live = {WIDGET: {"model_id": "1f"}, "text/html": "<b>still</b>"}
    alone = new_output("display_data", data={WIDGET: {"model_id": "1f"}})
    (kept,) = tidy([alone, new_output("display_data", data=live)])
    assert kept.data == {"text/html": "<b>still</b>"}


@pytest.mark.parametrize(
    ("body", "words"),
    [
        ('# %% slideshow={"slide_type": "silde"}\n1\n', "'silde'"),
        ('# %% tags=["nbval-ignore"]\n1\n', "'nbval-ignore'"),
        ('# %% slidetype="slide"\n1\n', "'slidetype'"),
        ('# %% tags=["bootstrap"]\n1\n', "expected '# (generated)'"),
        ('# %% tags=["bootstrap"]\n# (generated)\n', "exactly one cell with the tag 'bootstrap'"),
        ("# %% [markdown]\n# Text\n\n" + EXERCISE, "is text, exercise, solution"),
        ("# %% [markdown]\n# Text\n\n" + EXERCISE + "# %%\n1\n", "is not its solution"),
        (EXERCISE + SOLUTION, "is text, exercise, solution"),
        ("# %%\n1\n\n" + SOLUTION, "a solution follows its exercise"),
        ("# %% [markdown]\n# T\n\n" + EXERCISE + SOLUTION.replace("f(", "g("), "bare function 'f'"),
        (
            "# %% [markdown]\n# T\n\n" + EXERCISE + SOLUTION.replace("def", "@c\ndef"),
            "bare function",
        ),
        ("# %% [markdown]\n# T\n\n" + EXERCISE.replace("@e", "# @e") + SOLUTION, "one decorated"),
    ],
)
def test_faults_of_a_source_are_named(body, words, tmp_path):
    with pytest.raises(ValueError, match=words.replace("(", r"\(").replace(")", r"\)")):
        lesson_source.read_source(source(tmp_path, HEAD + body))


SHOWN_PICTURE = """page = '<img alt="A line." src="data:image/png;base64,BBBB">'
display({"text/html": page}, raw=True)"""


def test_nbval_compares_strictly(built, tmp_path):
    cells = {"print(2 + 2)": "4", "print(object())": "<object object at 0x7f0123456789>"}
    cells["print(2 + 3)"] = "4"
    notebook = nbformat.v4.new_notebook()
    for source, text in cells.items():
        output = new_output("stream", name="stdout", text=text + "\n")
        cell = nbformat.v4.new_code_cell(source, execution_count=1, outputs=[output])
        notebook.cells.append(cell)
    for words in ("A line.", "Other words."):
        page = f'<img alt="{words}" src="data:image/png;base64,AAAA">'
        output = new_output("display_data", {"text/html": page})
        source = SHOWN_PICTURE
        notebook.cells.append(
            nbformat.v4.new_code_cell(source, execution_count=1, outputs=[output])
        )
    nbformat.write(notebook, changed := tmp_path / "changed.ipynb")
    command = [sys.executable, "-m", "workbook", "check", built / "90_sample.ipynb", changed]
    answer = subprocess.run(command, capture_output=True, text=True, cwd=ROOT)
    assert answer.returncode == 1, answer.stdout
    failed = sum(int(number) for number in re.findall(r"(\d+) failed", answer.stdout))
    passed = sum(int(number) for number in re.findall(r"(\d+) passed", answer.stdout))
    assert (failed, passed) == (2, 16), answer.stdout  # together, in however many runs
    assert "print(2 + 3)" in answer.stdout
    assert "Other words." in answer.stdout  # the bytes of a picture may differ, its words may not
