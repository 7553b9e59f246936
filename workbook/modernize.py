"""Translate names of edition 2 into today's: in scripts, notebooks, records, anybody's own files.

The second edition had all modules in one hall, ``bertlab.attention_viz``; now they have rooms,
``bertlab.inspection.attention_viz``. ``moved.json`` says where each went. Records keep the command
that made them, so ``translated`` is also how an old command is run today.
"""

import argparse
import ast
import json
import re
from functools import cache
from pathlib import Path

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
    lines = source.split("\n")
    imports = [node for node in ast.walk(ast.parse(source)) if isinstance(node, ast.ImportFrom)]
    for node in sorted(imports, key=lambda node: -node.lineno):
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
        lines[node.lineno - 1 : node.end_lineno] = [" " * node.col_offset + line for line in new]
    return "\n".join(lines)


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
    """Translate a file in place and tell whether anything changed.

    Raises:
        ValueError: If a script or a cell is no Python.
    """
    before = path.read_text(encoding="utf-8")
    try:
        after = (
            _notebook(before)
            if path.suffix == ".ipynb"
            else translated(before, path.suffix == ".py")
        )
    except SyntaxError as error:
        raise ValueError(f"{path}: expected Python, got {error}") from error
    if after != before:
        path.write_text(after, encoding="utf-8")
    return after != before


def _notebook(text: str) -> str:
    notebook = json.loads(text)
    for cell in notebook["cells"]:
        source, is_code = "".join(cell["source"]), cell["cell_type"] == "code"
        cell["source"] = translated(source, is_code).splitlines(keepends=True)
    return json.dumps(notebook, indent=1, ensure_ascii=False) + "\n"


def main() -> None:
    """Translate the files named on the command line."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", nargs="+", type=Path, help="scripts, notebooks, texts")
    for path in parser.parse_args().files:
        print(f"{path}: {'translated' if modernize(path) else 'nothing to translate'}")


if __name__ == "__main__":
    main()
