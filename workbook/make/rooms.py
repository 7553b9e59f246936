"""The table of rooms: modules, code lines, imports in and out. ``python -m workbook rooms``."""

import argparse
import ast
from collections import defaultdict
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
FLOORS = ("bertlab", "workbook", "lessons", "benchmarks")


class Room(NamedTuple):
    """A package.

    Attributes:
        modules: The names of its own modules, ``__init__`` left out.
        code_lines: Lines of these and ``__init__`` without blank lines, comments and docstrings.
        longest: Lines of its longest file, all of them counted.
        imports: The rooms it imports from.
        imported_by: The rooms that import from it.
    """

    modules: list[str]
    code_lines: int
    longest: int
    imports: set[str]
    imported_by: set[str]


def code_lines(source: str) -> int:
    """Count the lines of Python that hold code: no blank line, comment or docstring."""
    documented: set[int] = set()
    texts: set[int] = set()  # lines of texts that go on: what looks like a comment there is none
    for node in nodes(source):
        with_docstring = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
        if isinstance(node, with_docstring) and ast.get_docstring(node, clean=False) is not None:
            documented |= lines_of(node.body[0])
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            texts |= lines_of(node)
    held = {
        number
        for number, line in enumerate(source.splitlines(), 1)
        if line.strip() and not line.lstrip().startswith("#")
    }
    return len((held | texts) - documented)


@lru_cache(maxsize=1)
def nodes(source: str) -> list[ast.AST]:
    """Return all nodes of a source; the last one is kept, which is asked about twice."""
    return list(ast.walk(ast.parse(source)))


def lines_of(node: ast.stmt | ast.expr) -> set[int]:
    """Return the numbers of the lines that a piece of code stands in."""
    return set(range(node.lineno, (node.end_lineno or node.lineno) + 1))


def rooms(root: Path = ROOT) -> dict[str, Room]:
    """Return the packages of the four floors by dotted name; a lesson's source is no module."""
    found: dict[str, Room] = {}
    imports: dict[str, set[str]] = defaultdict(set)
    packages = {
        ".".join(file.parent.relative_to(root).parts)
        for floor in FLOORS
        for file in (root / floor).rglob("__init__.py")
    }
    for name in sorted(packages):
        files = [f for f in (root / name.replace(".", "/")).glob("*.py") if f.name != "lesson.py"]
        texts = {file.stem: file.read_text(encoding="utf-8") for file in files}
        code = 0
        for text in texts.values():
            imports[name] |= {room_of(module, packages) for module in imported(text)} - {name, ""}
            code += code_lines(text)
        found[name] = Room(
            sorted(set(texts) - {"__init__"}),
            code,
            max(text.count("\n") for text in texts.values()),
            imports[name],
            set(),
        )
    for name, others in imports.items():
        for other in others:
            found[other].imported_by.add(name)
    return found


def imported(source: str) -> Iterator[str]:
    """Yield the dotted names that a source imports; of ``from a import b`` it is ``a.b``."""
    for node in nodes(source):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from (f"{node.module}.{name.name}" for name in node.names)


def room_of(module: str, packages: set[str]) -> str:
    """Return the innermost package that a dotted name lies in, or an empty text."""
    parts = module.split(".")
    inside = (".".join(parts[:length]) for length in range(len(parts), 0, -1))
    return next((name for name in inside if name in packages), "")


def table(found: dict[str, Room]) -> str:
    """Lay out all rooms but those of single exercises, with a sum for each floor."""
    lines = [f"{'room':40}{'modules':>8}{'code':>7}{'longest':>9}{'out':>5}{'in':>5}"]
    for name, room in found.items():
        if ".exercises." in name:
            continue
        lines.append(
            f"{name:40}{len(room.modules):>8}{room.code_lines:>7}{room.longest:>9}"
            f"{len(room.imports):>5}{len(room.imported_by):>5}"
        )
    for floor in FLOORS:
        own = [room for name, room in found.items() if name.split(".")[0] == floor]
        modules, code = sum(len(r.modules) for r in own), sum(r.code_lines for r in own)
        lines.append(f"{'all of ' + floor:40}{modules:>8}{code:>7}")
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    argparse.ArgumentParser(description=__doc__.split("\n")[0]).parse_args()
    print(table(rooms()))


if __name__ == "__main__":
    main()
