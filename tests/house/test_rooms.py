"""How large packages may be, what tests may import, and what the command line answers."""

import re
import subprocess
import sys
import textwrap
from functools import cache
from pathlib import Path

import pytest

from workbook.__main__ import COMMANDS, main
from workbook.make.rooms import LAYERS, Package, code_lines, imported, packages, table

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
def house() -> dict[str, Package]:
    """Return the packages, looked up when a test first asks: each process collects all tests."""
    return packages()


# --- sizes ----------------------------------------------------------------------------------------


def too_large(found: dict[str, Package]) -> list[str]:
    """Return the packages with too many modules or too long a one."""
    return [
        f"{name}: {one.modules} modules (at most {MOST_MODULES}), the longest of "
        f"{one.longest} lines (at most {MOST_LINES})"
        for name, one in found.items()
        if one.modules > MOST_MODULES or one.longest > MOST_LINES
    ]


def test_a_package_that_may_be_two_is_asked_about(capsys):
    """A question in the log, and no wall: a limit that stops a build begins to shape modules."""
    assert too_large({"a": Package(15, 10, 300), "b": Package(16, 10, 20)}) == [
        "b: 16 modules (at most 15), the longest of 20 lines (at most 300)"
    ]
    with capsys.disabled():
        for question in too_large(house()):
            print(f"\nIs it one idea? {question}")


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


def test_the_table_has_a_row_for_each_package():
    found = table(house())
    assert re.search(r"^bertlab\.model +\d+ +\d+ +\d+$", found, re.MULTILINE)
    assert re.search(r"^all of bertlab +\d+ +\d+$", found, re.MULTILINE)


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


# --- files ---------------------------------------------------------------------------------------


def test_no_file_of_a_package_is_hidden_by_gitignore():
    """A folder called build/ would be: git ignores that name, and a clone would lack it."""
    files = [
        file.relative_to(ROOT).as_posix()
        for floor in (*LAYERS, "tests")
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
