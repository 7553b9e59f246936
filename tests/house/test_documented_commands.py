"""Every command that the pages show can be given: targets, variables, parts, options, modules."""

import re
import shlex
import subprocess
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path

from workbook.__main__ import COMMANDS
from workbook.instructor.lesson_page import pages_of
from workbook.make.lesson_source import presented_notebook, sources
from workbook.make.parts import chosen, parts_of

ROOT = Path(__file__).resolve().parents[2]
LESSONS = {source.parent.name[1:3]: source for source in sources(ROOT)}
SHELL = r"(?:[^`'\"\s|;&()<>]|\"[^\"]*\")+"  # a word, as a shell reads it
MAKE = re.compile(rf"(?<![\w./-])make((?: (?:[a-z][a-z-]*|[A-Z_]+={SHELL}))+)")
OF_PYTHON = r"(?<!pytest)(?:python3?|-3|\s|`)\s?-m"  # -m of pytest is a marker
MODULE = re.compile(OF_PYTHON + r" ([a-z_]+(?:\.[a-z_]+)*)((?: [\w./=*-]+)*)")
IMPORT = re.compile(r"`(from [a-z_.]+ import [\w, ]+|import [a-z_.]+)`")
CALL = re.compile(r"`([a-z_]\w*)\([^`]*\)`")


@cache
def pages() -> dict[str, str]:
    """Return what is read: the text of each page as the next build writes it, and `make help`."""
    read = [ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")]
    texts = {path.name: path.read_text(encoding="utf-8") for path in read}
    texts["TEACHING.md"] = import_module("workbook.instructor.pages").page()
    for source in LESSONS.values():
        for path, text in pages_of(source).items():
            texts[f"{path.parent.name}/{path.name}"] = text
    texts["make help"] = run("make --no-print-directory help")
    return texts


def run(command: str) -> str:
    done = subprocess.run(command, shell=True, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, f"{command}: {done.stderr}"
    assert "not found" not in done.stderr, f"{command}: {done.stderr}"  # of a word in backticks
    return done.stdout


def commands(pattern: re.Pattern[str]) -> list[tuple[str, ...]]:
    """Return what a pattern finds on all pages, each once: in code only, but for `make help`."""
    found: dict[tuple[str, ...], None] = {}
    for name, text in pages().items():
        code = [text] if name == "make help" else re.findall(r"```.*?```|`[^`]+`+", text, re.DOTALL)
        for part in code:
            found |= dict.fromkeys(match.groups() for match in pattern.finditer(part))
    return list(found)


def test_targets_and_variables_of_make_are_there():
    makefile = (ROOT / "Makefile").read_text(encoding="utf-8")
    targets = set(re.findall(r"^([a-z][a-z-]*):", makefile, re.MULTILINE))
    found = [shlex.split(line) for (line,) in commands(MAKE)]
    assert len(found) > 30
    for words in found:
        given = dict(word.split("=", 1) for word in words if "=" in word)
        assert {word for word in words if "=" not in word} <= targets, words
        assert all(f"$({name})" in makefile or f"{name} ?=" in makefile for name in given), words


def test_each_deck_without_parts_has_these_parts():
    shown = [line for (line,) in commands(MAKE) if "WITHOUT=" in line]
    assert len(shown) > len(LESSONS) // 2
    for line in shown:
        steps = run(f"make --dry-run --no-print-directory{line}").splitlines()
        notebook, _, without = shlex.split(steps[-1])[-3:]
        number = re.search(r"notebooks/(\d\d)", notebook)[1]
        parts = parts_of(presented_notebook(LESSONS[number]).cells)
        assert chosen(parts, without.split(",")), line


def test_the_steps_of_each_line_are_known_to_python():
    """What make would run, and what a page says to type, are modules with these options."""
    makefile = (
        (ROOT / "Makefile").read_text(encoding="utf-8").replace("$(WB)", "python -m workbook")
    )
    typed = commands(MODULE) + [match.groups() for match in MODULE.finditer(makefile)]
    assert len(typed) > 30
    for module, rest in typed:
        words = rest.split()
        if module == "workbook" and words and words[0] in COMMANDS:
            module = f"workbook.{COMMANDS[words.pop(0)][0]}"
        assert module != "workbook" or not words or not words[0].isalpha(), rest
        assert find_spec(module) is not None, module
        if module.partition(".")[0] in ("workbook", "bertlab", "tests", "benchmarks"):
            package = (
                f"{module}.__main__" if find_spec(module).submodule_search_locations else module
            )
            source = Path(find_spec(package).origin).read_text(encoding="utf-8")
            options = [word for word in words if word.startswith("--") and word != "--help"]
            assert all(f'"{option}"' in source for option in options), (module, options)


def test_what_pages_import_can_be_imported():
    lines = [line for (line,) in commands(IMPORT)]
    assert lines
    for line in lines:
        exec(line, {})


def test_what_pages_call_is_a_function_of_ours():
    code = "\n".join(
        path.read_text(encoding="utf-8")
        for floor in ("bertlab", "workbook", "lessons", "tests")
        for path in (ROOT / floor).rglob("*.py")
    )
    defined = set(re.findall(r"^\s*(?:def|class) (\w+)|^\s*(\w+) = ", code, re.MULTILINE))
    names = {name for pair in defined for name in pair}
    calls = {name for (name,) in commands(CALL)}
    assert len(calls) > 5 and calls - names == set()
