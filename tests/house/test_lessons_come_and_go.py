"""Adding a lesson is adding a folder, and taking one away is deleting one: done in a copy."""

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from workbook.make.new_lesson import write_lesson

ROOT = Path(__file__).resolve().parents[2]
GONE, KEPT = "l06_text_to_input", "l05_attention"


class Copy:
    """A copy of the project with links to its data, in which commands see the copy's packages."""

    def __init__(self, folder: Path) -> None:
        self.root = folder
        listing = subprocess.run(
            ["git", "ls-files", "-co", "--exclude-standard", "-z"],
            cwd=ROOT,
            capture_output=True,
            text=True,
            check=True,
        )
        for name in filter(None, listing.stdout.split("\0")):
            if (ROOT / name).is_file():
                (folder / name).parent.mkdir(parents=True, exist_ok=True)
                shutil.copyfile(ROOT / name, folder / name)
        subprocess.run(["git", "init", "--quiet"], cwd=folder, check=True)

    def run(self, *arguments: str) -> subprocess.CompletedProcess:
        environment = {
            **os.environ,
            "PYTHONPATH": str(self.root),
            "BERTLAB_CACHE": os.environ.get("BERTLAB_CACHE", str(ROOT / "data" / "cache")),
        }
        command = [sys.executable, "-m", *arguments]
        return subprocess.run(
            command, cwd=self.root, env=environment, capture_output=True, text=True
        )

    def lint(self) -> None:
        (self.root / "build").mkdir(exist_ok=True)  # git and linters leave it out
        program = "from importlinter.cli import lint_imports_command as run; run()"
        (self.root / "build" / "lint_imports.py").write_text(program)
        for arguments in (
            ("ruff", "check", "--no-cache", "."),
            ("ruff", "format", "--no-cache", "--check", "."),
            ("build.lint_imports", "--no-cache", "--no-logo"),
        ):
            answer = self.run(*arguments)
            assert answer.returncode == 0, answer.stdout + answer.stderr

    def read(self, name: str) -> str:
        return (self.root / name).read_text(encoding="utf-8")


@pytest.fixture(scope="module")
def copy(tmp_path_factory):
    return Copy(tmp_path_factory.mktemp("a copy") / "book")


@pytest.mark.nightly
def test_a_lesson_is_taken_away(copy):
    shutil.rmtree(copy.root / "lessons" / GONE)
    assert (copy.root / "notebooks" / "06_text_to_input.ipynb").exists()
    answer = copy.run("workbook", "make")
    assert answer.returncode == 0, answer.stderr
    assert answer.stdout.splitlines() == [
        "Removing 06_text_to_input.ipynb: no such lesson",
        "Removing solutions/06_text_to_input.ipynb: no such lesson",
        "The notebooks are up to date",
    ]
    assert copy.run("workbook", "teaching").returncode == 0
    assert "| 06 |" not in copy.read("README.md") and "| 05 |" in copy.read("README.md")
    assert "[06. " not in copy.read("TEACHING.md") and "[05. " in copy.read("TEACHING.md")
    copy.lint()
    # That no other test needs the lesson is seen without collecting them all: test_rooms.py.
    others = [room.name for room in (copy.root / "tests" / "lessons").glob("l[0-9]*")]
    left_out = [f"--ignore=tests/lessons/{room}" for room in others if room not in (GONE, KEPT)]
    answer = copy.run(
        *("pytest", "--collect-only", "-q", "-p", "no:cacheprovider", "tests/lessons"), *left_out
    )
    assert answer.returncode == 0, answer.stdout[-2000:]
    assert f"{KEPT}/test_exercises" in answer.stdout and GONE not in answer.stdout
    answer = copy.run(
        *("pytest", "-q", "-p", "no:cacheprovider", "--numprocesses", "0"),
        *("tests/workbook/make/test_lessons.py", "tests/workbook/instructor"),
    )
    assert answer.returncode == 0, answer.stdout[-2000:]


@pytest.mark.nightly
def test_a_lesson_is_added_and_runs(copy):
    answer = copy.run("workbook", "lesson", "40_sums_of_squares")
    assert answer.returncode == 0, answer.stderr
    assert "lessons/l40_sums_of_squares/lesson.py" in answer.stdout
    answer = copy.run("workbook", "make", "lessons/l40_sums_of_squares")
    assert answer.returncode == 0, answer.stdout + answer.stderr
    notebook = json.loads(copy.read("notebooks/40_sums_of_squares.ipynb"))
    printed = "".join(str(cell.get("outputs", "")) for cell in notebook["cells"])
    assert "Claim holds: the sum of squares is not the square of the sum" in printed
    assert "sum_of_squares: not filled in yet" in printed
    assert "vector_length: not filled in yet" in printed
    assert "correct on all 3 cases" in copy.read("notebooks/solutions/40_sums_of_squares.ipynb")
    assert copy.run("workbook", "teaching").returncode == 0
    row = "| 40 | [Sums of squares](notebooks/40_sums_of_squares.ipynb) |"
    assert row in copy.read("README.md")
    assert copy.run("workbook", "make", "--check", "40").returncode == 0  # the minutes were right
    assert "**One large number**" in copy.read("lessons/l40_sums_of_squares/TEACHING.md")
    copy.lint()
    answer = copy.run(
        *("pytest", "-q", "-p", "no:cacheprovider", "--numprocesses", "0"),
        *("tests/lessons/l40_sums_of_squares", "tests/lessons/test_counterexamples.py"),
        *("-k", "40_sums or l40_sums"),
    )
    assert answer.returncode == 0, answer.stdout[-2000:]


@pytest.mark.nightly
def test_every_check_of_lessons_passes_for_the_new_one(copy):
    """After the steps that CONTRIBUTING.md names, with nothing changed by hand."""
    documented = [line.split("#")[0].split() for line in copy.read("CONTRIBUTING.md").splitlines()]
    (mutants,) = [words for words in documented if words[:3] == ["python", "-m", "tests.mutants"]]
    answer = copy.run("tests.mutants", mutants[-1].replace("18", "40"))
    assert answer.returncode == 0, answer.stdout
    answer = copy.run(
        *("pytest", "-q", "-p", "no:cacheprovider", "--numprocesses", "0", "tests/lessons"),
        *("tests/mutants", "tests/workbook/make/test_lessons.py", "-k", "40_sums or full_run"),
    )
    assert answer.returncode == 0, answer.stdout[-2000:]


@pytest.mark.nightly
def test_a_notebook_that_is_out_of_date_is_named(copy):
    source = copy.root / "lessons" / "l40_sums_of_squares" / "lesson.py"
    text = source.read_text(encoding="utf-8")
    source.write_text(text.replace("# ## Recap", "# ## The end"), encoding="utf-8")
    answer = copy.run(
        *("pytest", "-vv", "-p", "no:cacheprovider", "--numprocesses", "0"),
        *("tests/workbook/make/test_lessons.py", "-k", "40_sums"),
    )
    source.write_text(text, encoding="utf-8")
    assert answer.returncode == 1
    assert "source differs from the source; run make notebooks" in answer.stdout
    assert answer.stdout.count("\nE ") < 20


@pytest.mark.nightly
def test_it_is_taken_away_again(copy):
    answer = copy.run("workbook", "lesson", "--remove", "40_sums_of_squares")
    assert answer.stdout.splitlines() == [
        "removed lessons/l40_sums_of_squares",
        "removed tests/lessons/l40_sums_of_squares",
        "removed notebooks/40_sums_of_squares.ipynb",
        "removed notebooks/solutions/40_sums_of_squares.ipynb",
        "Next: .venv/bin/python -m workbook teaching",
    ]
    answer = copy.run("workbook", "lesson", "--remove", "40_sums_of_squares")
    assert (
        answer.returncode == 2 and "no lesson 40_sums_of_squares; there are: l00_" in answer.stderr
    )


@pytest.mark.parametrize("name", ["13", "13-title", "title", "../13_title", "13_Title"])
def test_another_form_of_name_is_refused(name, tmp_path):
    with pytest.raises(ValueError, match="a number of two digits and a slug"):
        write_lesson(name, tmp_path)
    assert list(tmp_path.iterdir()) == []


def test_a_number_that_is_taken_is_refused(tmp_path):
    (tmp_path / "lessons" / "l13_other").mkdir(parents=True)
    with pytest.raises(ValueError, match="lesson 13 is there: l13_other"):
        write_lesson("13_title", tmp_path)


def test_the_wheel_holds_bertlab_alone(tmp_path):
    """And the editable install all three: this process imports them from elsewhere than here."""
    command = [sys.executable, "-m", "pip", "wheel", "--no-deps", "--no-build-isolation", "--quiet"]
    source = tmp_path / "source"
    source.mkdir()
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, source / name)
    for floor in ("bertlab", "workbook", "lessons"):
        shutil.copytree(ROOT / floor, source / floor, ignore=shutil.ignore_patterns("__pycache__"))
    environment = {**os.environ, "PYTHONWARNINGS": "ignore"}
    subprocess.run(
        [*command, "--wheel-dir", str(tmp_path), str(source)], check=True, env=environment
    )
    (wheel,) = tmp_path.glob("*.whl")
    program = "import sys, zipfile; print(*zipfile.ZipFile(sys.argv[1]).namelist(), sep='\\n')"
    answer = subprocess.run([sys.executable, "-c", program, wheel], capture_output=True, text=True)
    held = [name for name in answer.stdout.splitlines() if ".dist-info/" not in name]
    assert {name.split("/")[0] for name in held} == {"bertlab"}
    assert {"bertlab/model/bert.py", "bertlab/inspection/attention_views.js"} <= set(held)
    program = "import bertlab, workbook, lessons; print(bertlab.__path__[0])"
    answer = subprocess.run(
        [sys.executable, "-P", "-c", program], cwd=tmp_path, capture_output=True, text=True
    )
    assert answer.stdout.strip() == str(ROOT / "bertlab"), answer.stderr
