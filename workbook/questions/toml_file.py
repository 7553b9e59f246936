"""What all question files have in common: they are read, and one of their rows is named."""

import tomllib
from collections.abc import Mapping
from difflib import get_close_matches
from pathlib import Path
from typing import Any, TypeVar

Row = TypeVar("Row")


def read_toml(path: Path, owner: str) -> dict[str, Any]:
    """Read a TOML file of a lesson's room.

    Args:
        path: The file.
        owner: Who has one: ``"a lesson that predicts"``.

    Raises:
        ValueError: If the file is absent or not TOML.
    """
    if not path.is_file():
        raise ValueError(f"no {path.name} in {path.parent}: {owner} has one")
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except tomllib.TOMLDecodeError as error:
        raise ValueError(f"{path.name} is not well-formed TOML: {error}") from error


def named(rows: Mapping[str, Row], name: str, kind: str) -> Row:
    """Return a row by its name.

    Args:
        rows: All there are.
        name: The one that is wanted.
        kind: What they are: ``"prediction"``.

    Raises:
        ValueError: If there is none of that name; the message names a near one.
    """
    if name not in rows:
        near = get_close_matches(str(name), rows, n=1)
        hint = f"; did you mean {near[0]!r}?" if near else f"; there are {sorted(rows)}"
        raise ValueError(f"no {kind} {name!r}{hint}")
    return rows[name]
