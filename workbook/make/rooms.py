"""The table of packages: modules and lines of code. ``python -m workbook rooms``."""

import argparse
import ast
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[2]
SOURCES = ("lesson.py", "more.py")  # of notebooks
LAYERS = ("bertlab", "workbook", "lessons", "benchmarks")


class Package(NamedTuple):
    """A package.

    Attributes:
        modules: How many modules it has itself, ``__init__`` left out.
        code_lines: Lines of these and ``__init__`` without blank lines, comments and docstrings.
        longest: Lines of its longest file, all of them counted.
    """

    modules: int
    code_lines: int
    longest: int


def code_lines(source: str) -> int:
    """Count the lines of Python that hold code: no blank line, comment or docstring."""
    documented: set[int] = set()
    texts: set[int] = set()  # lines of texts that go on: what looks like a comment there is none
    for node in ast.walk(ast.parse(source)):
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


def lines_of(node: ast.stmt | ast.expr) -> set[int]:
    """Return the numbers of the lines that a piece of code stands in."""
    return set(range(node.lineno, (node.end_lineno or node.lineno) + 1))


def packages(root: Path = ROOT) -> dict[str, Package]:
    """Return the packages of the four layers by dotted name; a notebook's source is no module."""
    found = {}
    for layer in LAYERS:
        for file in sorted((root / layer).rglob("__init__.py")):
            files = [one for one in file.parent.glob("*.py") if one.name not in SOURCES]
            texts = [one.read_text(encoding="utf-8") for one in files]
            found[".".join(file.parent.relative_to(root).parts)] = Package(
                len(files) - 1,
                sum(map(code_lines, texts)),
                max(text.count("\n") for text in texts),
            )
    return found


def imported(source: str) -> Iterator[str]:
    """Yield the dotted names that a source imports; of ``from a import b`` it is ``a.b``."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            yield from (name.name for name in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield from (f"{node.module}.{name.name}" for name in node.names)


def table(found: dict[str, Package]) -> str:
    """Lay out all packages but those of single exercises, with a sum for each layer."""
    lines = [f"{'package':40}{'modules':>8}{'code':>7}{'longest':>9}"]
    for name, one in found.items():
        if ".exercises." not in name:
            lines.append(f"{name:40}{one.modules:>8}{one.code_lines:>7}{one.longest:>9}")
    for layer in LAYERS:
        own = [one for name, one in found.items() if name.split(".")[0] == layer]
        modules, code = sum(one.modules for one in own), sum(one.code_lines for one in own)
        lines.append(f"{'all of ' + layer:40}{modules:>8}{code:>7}")
    return "\n".join(lines)


def main() -> None:
    """Print the table."""
    argparse.ArgumentParser(description=__doc__.split("\n")[0]).parse_args()
    print(table(packages()))


if __name__ == "__main__":
    main()
