"""What decides the outputs of a lesson: whether its notebook is still what its source would give.

That is the code that it can run (its room, and what that imports, without comments and docstrings),
the room's other files, the data that it read when it was built, styles and pages of ``workbook``,
and ``constraints.txt``.
"""

import ast
import hashlib
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

PACKAGES = ("bertlab", "workbook", "lessons")
ALWAYS = ("constraints.txt", "data/requirements.txt")
FOR_INSTRUCTORS = ("TEACHING.md", "MISTAKES.md", "teaching.toml")  # of a lesson's room


def lesson_hash(root: Path, room: Path, reads: Iterable[str] = ()) -> str:
    """Return a hash of what decides the outputs of a lesson.

    Args:
        root: The project's folder.
        room: The lesson's folder.
        reads: What the lesson reads of ``data/``, as paths below ``root``.
    """
    own = [path for path in _files(room) if path.name not in FOR_INSTRUCTORS]
    code = closure(root, [path for path in own if path.suffix == ".py"])
    if (room / "more.py") in code:  # cells of both are hashed with their notebooks, each for itself
        code -= {room / "lesson.py", room / "more.py"}
    other = [path for path in own if path.suffix != ".py"]
    other += [p for folder in {path.parent for path in code} for p in _beside(folder)]
    other += [root / name for name in (*ALWAYS, *reads)]
    digest = hashlib.sha256()
    for path in sorted({*code, *other}):
        digest.update(path.relative_to(root).as_posix().encode() + b"\0")
        if path.exists():
            digest.update(_module(path).code if path.suffix == ".py" else path.read_bytes())
    return digest.hexdigest()


def closure(root: Path, files: Iterable[Path]) -> set[Path]:
    """Return files with all files of the project that they import, at the top or anywhere else."""
    found: set[Path] = set()
    left = list(files)
    while left:
        path = left.pop()
        if path not in found:
            found.add(path)
            left += [p for name in _module(path).imports for p in _modules(root, name)]
    return found


class Module(NamedTuple):
    """What matters of a module: the dotted names that it imports, and what it does."""

    imports: tuple[str, ...]
    code: bytes


def _module(path: Path) -> Module:
    return _read(path, path.stat().st_mtime_ns)


@cache
def _read(path: Path, changed: int) -> Module:
    """Read a module; its code is the tree without docstrings, and no tree has comments."""
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef) and ast.get_docstring(
            node
        ):
            node.body[0] = ast.Pass()
    return Module(tuple(_imports(tree)), ast.dump(tree).encode())


def _imports(tree: ast.Module) -> Iterator[str]:
    """Yield what is imported, at the top or anywhere; of ``from a import b`` ``a`` and ``a.b``."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _modules(root: Path, name: str) -> Iterator[Path]:
    """Yield the files that an import runs: the module's own, and those of the packages above it."""
    parts = name.split(".")
    if parts[0] in PACKAGES:
        for end in range(1, len(parts) + 1):
            place = root.joinpath(*parts[:end])
            yield from (p for p in (place / "__init__.py", place.with_suffix(".py")) if p.exists())


def _files(folder: Path) -> list[Path]:
    """List the files below a folder, but hidden ones and compiled modules."""
    found = [path for path in folder.rglob("*") if path.is_file()]
    return [path for path in found if not any(map(_hidden, path.relative_to(folder).parts))]


def _beside(folder: Path) -> list[Path]:
    """List what lies beside code and is no code: styles, pages, tables."""
    return [p for p in folder.iterdir() if p.is_file() and p.suffix not in ("", ".py", ".md")]


def _hidden(part: str) -> bool:
    return part == "__pycache__" or part.startswith(".")
