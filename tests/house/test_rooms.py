"""The house: how large rooms may be, what may import what, and that no old name is left behind."""

import re
import subprocess
import sys
import textwrap
import tomllib
from functools import cache
from pathlib import Path

import pytest

from workbook.__main__ import COMMANDS, main
from workbook.make.rooms import FLOORS, Room, code_lines, imported, rooms, table
from workbook.modernize import everything_moved, moved

ROOT = Path(__file__).resolve().parents[2]
MOST_MODULES, MOST_LINES = 15, 300  # beyond them: is it one idea? Split where an idea ends
HIDDEN = {"__pycache__", ".ruff_cache"}
TRACKED = subprocess.run(
    ["git", "ls-files", "-co", "--exclude-standard"],
    cwd=ROOT,
    capture_output=True,
    text=True,
    check=True,
).stdout.splitlines()


@cache
def house() -> dict[str, Room]:
    """Return the rooms, looked up when a test first asks: each process collects all tests."""
    return rooms()


def tracked(*endings: str) -> list[Path]:
    return [ROOT / name for name in TRACKED if name.endswith(endings) and (ROOT / name).is_file()]


# --- sizes ----------------------------------------------------------------------------------------


def too_large(found: dict[str, Room]) -> list[str]:
    """Return the rooms with too many modules or too long a one."""
    return [
        f"{name}: {len(room.modules)} modules (at most {MOST_MODULES}), the longest of "
        f"{room.longest} lines (at most {MOST_LINES})"
        for name, room in found.items()
        if len(room.modules) > MOST_MODULES or room.longest > MOST_LINES
    ]


def test_no_room_and_no_module_is_too_large():
    assert too_large(house()) == []


def test_a_room_that_is_too_large_is_found():
    many, long = [str(n) for n in range(MOST_MODULES + 1)], MOST_LINES + 1
    planted = {"a": Room(many, 1, 1, set(), set()), "b": Room(["x"], 1, long, set(), set())}
    assert [line.split(":")[0] for line in too_large(planted)] == ["a", "b"]


def test_lines_of_code_are_those_without_words():
    source = textwrap.dedent(
        '''\
        """A docstring
        of two lines."""

        import os  # one


        def f(x):
            """Another."""
            # a comment
            text = """two
            lines"""
            return x, text
        '''
    )
    assert code_lines(source) == 5
    assert code_lines("") == 0


def test_imports_in_and_out_are_counted():
    assert list(imported("import a.b\nfrom c import d\nfrom . import e\n")) == ["a.b", "c.d"]
    model, text = house()["bertlab.model"], house()["bertlab.text"]
    assert "bertlab.model" in text.imports and "bertlab.text" in model.imported_by
    assert "bertlab.text" not in model.imports
    assert re.search(r"^bertlab\.model +\d+ +\d+ +\d+ +\d+ +\d+$", table(house()), re.MULTILINE)


# --- what may import what (import-linter runs in `make lint`; here: that it would see a fault) ----


def broken_by(line: str, module: str, tmp_path: Path) -> str:
    """Return what import-linter says of a small house in which one module has one more import."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    files = {
        f"{name.replace('.', '/')}/__init__.py" for name in house() if ".exercises" not in name
    }
    files |= {f"bertlab/{layer}.py" for layer in ("edition", "entries", "files")}
    for file in [*files, module]:
        (tmp_path / file).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / file).touch()
    (tmp_path / module).write_text(line)
    text = (ROOT / "pyproject.toml").read_text(encoding="utf-8")
    assert settings["tool"]["importlinter"]["root_packages"] == list(FLOORS)
    (tmp_path / "pyproject.toml").write_text(text[text.index("[tool.importlinter]") :])
    program = "from importlinter.cli import lint_imports_command as run; run()"
    command = [sys.executable, "-P", "-c", f"import sys; sys.path.insert(0, ''); {program}"]
    answer = subprocess.run(
        [*command, "--no-cache", "--no-logo"], cwd=tmp_path, capture_output=True, text=True
    )
    assert answer.returncode == ("BROKEN" in answer.stdout), answer.stdout + answer.stderr
    return ", ".join(re.findall(r"^(.*) BROKEN$", answer.stdout, re.MULTILINE))


@pytest.mark.parametrize(
    ("line", "module", "contract"),
    [
        ("import bertlab.model", "lessons/l05_attention/figures.py", ""),
        ("import workbook", "bertlab/model/bert.py", "Three floors, imports going down only"),
        ("import lessons", "workbook/records.py", "Three floors, imports going down only"),
        ("import benchmarks", "lessons/l01_ngram/figures.py", "Three floors, imports going down"),
        ("import lessons.l07_bert", "lessons/l05_attention/figures.py", "No lesson imports"),
        ("import bertlab.training", "bertlab/model/bert.py", "The rooms of bertlab, in the order"),
        ("import bertlab.before", "bertlab/finetuning/tagging.py", "The rooms of bertlab, in"),
        ("import bertlab.probing", "bertlab/spelling/scoring.py", "The rooms of bertlab, in"),
    ],
)
def test_an_arrow_that_goes_up_breaks_a_contract(line, module, contract, tmp_path):
    assert broken_by(line, module, tmp_path).startswith(contract)
    assert contract or not broken_by(line, module, tmp_path)


def imports_of_other_lessons(root: Path) -> list[str]:
    """Return the tests that would break if a lesson were taken away that is not their own."""
    found = []
    for path in sorted((root / "tests").rglob("*.py")):
        own = path.relative_to(root / "tests").parts[1] if "lessons" in path.parts else ""
        for module in imported(path.read_text(encoding="utf-8")):
            floor, _, rest = module.removeprefix("tests.").partition(".")
            if floor == "lessons" and rest and rest.split(".")[0] != own:
                found.append(f"{path.relative_to(root).as_posix()}: {module}")
    return found


def test_tests_know_no_lesson_but_their_own():
    assert imports_of_other_lessons(ROOT) == []


def test_a_test_that_needs_another_lesson_is_found(tmp_path):
    (tmp_path / "tests" / "lessons" / "l01_one").mkdir(parents=True)
    test = tmp_path / "tests" / "lessons" / "l01_one" / "test_it.py"
    test.write_text("from lessons.l02_two import figures\nfrom lessons.l01_one import quiz\n")
    assert imports_of_other_lessons(tmp_path) == [
        "tests/lessons/l01_one/test_it.py: lessons.l02_two.figures"
    ]


# --- names ----------------------------------------------------------------------------------------


@cache
def meant() -> re.Pattern[str]:
    """Return what finds the names of edition 2 that no room has today."""
    old = sorted({*moved()} - house().keys() - {"bertlab.datasets"}, key=len, reverse=True)
    return re.compile(r"\b(" + "|".join(map(re.escape, old)) + r")(?![\w])")


TEXTS = (".py", ".md", ".toml", ".yml", ".json", ".ipynb", ".txt", "Makefile", "run")
TELL = {  # files that speak of the old names, or keep them
    *("workbook/moved.json", "workbook/modernize.py", "tests/workbook/test_modernize.py"),
    *("CHANGELOG.md", "tests/house/test_rooms.py", "tests/workbook/make/test_bootstrap.py"),
    "README.md",
}


PICTURE = re.compile(r"[A-Za-z0-9+/=]{400,}")  # in base64, which has no names


def is_in(word: str, text: str) -> bool:
    return word in text and re.search(rf"\b{re.escape(word)}\b", text) is not None


def test_no_old_name_is_left_behind():
    kept = ("data/runs/", "data/benchmarks/", "run.json")  # they hold the command of their day
    old = [*everything_moved()["files"], "notebooks/src", "bertlab/quizzes", "bertlab/exercises"]
    found = []
    for path in tracked(
        ".py", ".md", ".toml", ".yml", ".json", ".ipynb", ".txt", "Makefile", "run"
    ):
        name = path.relative_to(ROOT).as_posix()
        if name in TELL or name.startswith(kept) or name.endswith(kept):
            continue
        text = PICTURE.sub("", path.read_text(encoding="utf-8"))
        found += [f"{name}: {hit[0]}" for hit in meant().finditer(text)]
        found += [f"{name}: {word}" for word in old if is_in(word, text)]
    assert found == [], "names of today are in workbook/moved.json; notebooks: run make notebooks"


def test_an_old_name_is_seen():
    assert meant().search("see ``bertlab.attention_viz.head_view``")[1] == "bertlab.attention_viz"
    assert not meant().search("see bertlab.model.bert and bertlab.text")


def test_no_file_of_a_package_is_hidden_by_gitignore():
    """A folder called build/ would be: git ignores that name, and a clone would lack it."""
    files = [
        file.relative_to(ROOT).as_posix()
        for floor in (*FLOORS, "tests")
        for file in (ROOT / floor).rglob("*")
        if file.is_file() and not HIDDEN.intersection(file.parts)
    ]
    assert sorted(set(files) - set(TRACKED)) == []
    assert len(files) > 500


# --- the command line -----------------------------------------------------------------------------


def run(*arguments: str, options: tuple[str, ...] = ()) -> subprocess.CompletedProcess:
    command = [sys.executable, *options, "-m", "workbook", *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True)


def test_help_names_every_command_without_any_package():
    answer = run("--help", options=("-S",))
    assert answer.returncode == 0 and answer.stderr == ""
    assert all(f"\n  {name} " in answer.stdout for name in COMMANDS)
    assert {"make", "slides", "check", "record", "doctor"} <= set(COMMANDS)


@pytest.mark.parametrize("name", COMMANDS)
def test_each_command_says_what_it_takes(name, monkeypatch, capsys):
    """In this process: each of them in one of its own would load torch again."""
    monkeypatch.setattr("sys.argv", ["workbook", name, "--help"])
    with pytest.raises(SystemExit) as left:
        main()
    assert left.value.code in (0, None)
    assert capsys.readouterr().out.startswith(f"usage: python -m workbook {name}")


def test_an_unknown_command_is_answered_with_the_list():
    answer = run("mkae")
    assert answer.returncode == 1
    assert answer.stderr.startswith("no command 'mkae'\nusage: python -m workbook")
    assert "Traceback" not in answer.stderr
