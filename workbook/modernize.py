"""Translate names of edition 2 into today's: in scripts, notebooks, records, anybody's own files.

The second edition had all modules in one hall, ``bertlab.attention_viz``; now they have rooms,
``bertlab.inspection.attention_viz``. ``moved.json`` says where each went. Records keep the command
that made them, so ``translated`` is also how an old command is run today.
"""

import argparse
import ast
import json
import os
import re
import sys
from functools import cache
from pathlib import Path
from typing import Any

from bertlab.files import write_atomically
from workbook.cell_code import python_lines, tree_of

MAP = Path(__file__).with_name("moved.json")
DOTTED = re.compile(r"(?<![\w./\u2063])bertlab((?:\.[a-z_][a-z_0-9]*)+)")
AS_PATH = re.compile(r"(?<![\w./\u2063])bertlab((?:/[a-z_][a-z_0-9]*)+)\.py\b")
DONE = "\u2063"  # an invisible mark before what is translated already


@cache
def everything_moved() -> dict[str, dict[str, str]]:
    """Return what is new by what was old: ``commands``, dotted names of ``modules``, ``files``."""
    return json.loads(MAP.read_text(encoding="utf-8"))


def moved() -> dict[str, str]:
    """Return the new dotted name of every module, by its old one."""
    return everything_moved()["modules"]


def translated(text: str, python: bool = False) -> str:
    """Return a text with the old names of modules replaced by the new ones.

    Args:
        text: Prose, a command, or Python.
        python: Whether to translate ``from bertlab import NAME`` too, where NAME is a module.
    """
    text = _imports(text) if python else text
    for kind in ("commands", "files"):
        for old, new in everything_moved()[kind].items():
            text = re.sub(rf"(?<!\w){re.escape(old)}(?!\w)", new, text)
    text = DOTTED.sub(lambda found: _longest(found[1]), text)
    return AS_PATH.sub(_path, text).replace(DONE, "")


def _longest(tail: str) -> str:
    """Translate the longest beginning of ``.a.b.c`` that is a module's name."""
    parts = tail.split(".")[1:]
    names = [".".join(["bertlab", *parts[:length]]) for length in range(len(parts), 1, -1)]
    if not {*names}.isdisjoint(moved().values()):
        return "bertlab" + tail  # of today already
    for length in range(len(parts), 0, -1):
        old = ".".join(["bertlab", *parts[:length]])
        if old in moved():
            return ".".join([moved()[old], *parts[length:]])
    return "bertlab" + tail


def _path(found: re.Match[str]) -> str:
    new = moved().get("bertlab" + found[1].replace("/", "."))
    return new.replace(".", "/") + ".py" if new else found[0]


def _imports(source: str) -> str:
    """Translate the imports of modules, and of names that went to another module than the rest."""
    lines = python_lines(source)
    line_end = re.search(r"[\r\n]*$", lines[0])
    imports = [node for node in ast.walk(tree_of(source)) if isinstance(node, ast.ImportFrom)]
    for node in sorted(imports, key=lambda node: (-node.lineno, -node.col_offset)):
        package = node.module or ""
        if package.split(".")[0] != "bertlab" or node.level:
            continue
        places = [_place(package, name) for name in node.names]
        if not any(places):
            continue
        kept = [name for name, place in zip(node.names, places, strict=True) if place is None]
        new = [place for place in places if place is not None]
        if kept:
            new.append(f"from {package} import {', '.join(map(ast.unparse, kept))}")
        first, last = node.lineno - 1, (node.end_lineno or node.lineno) - 1
        before = lines[first].encode()[: node.col_offset].decode()  # columns count bytes
        after = lines[last].encode()[node.end_col_offset :].decode()
        alone = not before.strip() and not after.lstrip().startswith(";")
        between = f"{line_end[0] if line_end and line_end[0] else chr(10)}{before}"
        lines[first : last + 1] = [before + (between if alone else "; ").join(new) + after]
    return "".join(lines)


def _place(package: str, name: ast.alias) -> str | None:
    """Return the import of a name that has a place of its own; None if it goes with the others."""
    old, known = f"{package}.{name.name}", name.asname or name.name
    if old in everything_moved()["names"]:
        return f"from {DONE}{everything_moved()['names'][old]} import {ast.unparse(name)}"
    if old not in moved():
        return None
    parent, _, module = moved()[old].rpartition(".")
    renamed = f" as {known}" if known != module else ""
    return (
        f"from {DONE}{parent} import {module}{renamed}" if parent else f"import {module}{renamed}"
    )


def modernize(path: Path) -> bool:
    """Translate a file in place, all at once, and tell whether anything changed.

    Raises:
        ValueError: If it is no file of UTF-8, or a script, a notebook or a cell is none.
        OSError: If it cannot be read or written. In either case it stays as it was.
    """
    path = path.resolve()  # a link stays a link
    if not path.is_file():
        raise ValueError("expected a file")
    before = path.read_bytes()
    try:
        text = before.decode()
        is_notebook = path.suffix == ".ipynb"
        after = _notebook(text) if is_notebook else translated(text, path.suffix == ".py").encode()
    except SyntaxError as error:
        raise ValueError(f"expected Python, got {error}") from error
    if after == before:
        return False
    if not os.access(path, os.W_OK):
        raise PermissionError("expected a file that may be changed")
    mode = path.stat().st_mode
    write_atomically(path, after)
    path.chmod(mode)
    return True


def _notebook(text: str) -> bytes:
    """Return a notebook with its cells translated; the text as it is if there is nothing to do."""
    try:
        notebook = json.loads(text)
        cells = [_cell(cell) for cell in notebook["cells"]]
    except (LookupError, TypeError, AttributeError, RecursionError) as error:
        raise ValueError(f"expected a notebook, got {error!r}") from error
    if cells == notebook["cells"]:
        return text.encode()
    after = json.dumps(notebook | {"cells": cells}, indent=1, ensure_ascii=False) + "\n"
    after = after.replace("\n", "\r\n") if "\r\n" in text else after
    return after.encode(errors="backslashreplace")  # half of a pair is so in JSON: \ud83d


def _cell(cell: dict[str, Any]) -> dict[str, Any]:
    before = "".join(cell["source"])
    after = translated(before, cell["cell_type"] == "code")
    if after == before:
        return cell
    is_text = isinstance(cell["source"], str)
    return cell | {"source": after if is_text else re.findall(r"[^\n]*\n|[^\n]+", after)}


def main() -> None:
    """Translate the files named on the command line; name those that stay as they were."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", type=Path, help="scripts, notebooks, texts")
    problems = []
    for path in parser.parse_args().files:
        try:
            print(f"{path}: {'translated' if modernize(path) else 'nothing to translate'}")
        except (ValueError, OSError) as error:
            problems.append(f"{path}: {error}; left as it was")
    if problems:
        sys.exit("\n".join(problems))


if __name__ == "__main__":
    main()
