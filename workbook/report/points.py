"""Points, and names that say nothing about their bearers."""

import hashlib
import hmac
import secrets
import tomllib
from collections.abc import Sequence
from pathlib import Path

from bertlab.files import write_atomically
from workbook.report.grade import NAMED, SOLVED, STOPPED, WRONG, Result

TRIED = NAMED, WRONG, STOPPED


class Points:
    """Points for each exercise: 1 if nothing else is said, and none for what is not right.

    Args:
        file: TOML, with a table for each lesson, ``[05]`` and ``attention_head = 3``, and perhaps
            ``partial``, what a wrong answer gets of an exercise's points, from 0 to 1.

    Raises:
        ValueError: If the file says something else.
    """

    def __init__(self, file: Path | None = None) -> None:
        table = tomllib.loads(file.read_text(encoding="utf-8")) if file else {}
        self.partial = table.pop("partial", 0)
        self.table = table
        if not isinstance(self.partial, int | float) or not 0 <= self.partial <= 1:
            raise ValueError(f"{file}: expected 'partial' from 0 to 1, got {self.partial!r}")
        for lesson, entries in table.items():
            if not isinstance(entries, dict) or not all(map(_is_points, entries.values())):
                raise ValueError(f"{file}: expected points of 0 or more in [{lesson}]")

    def most(self, lesson: str, exercise: str) -> float:
        """Return the points of an exercise. ``lesson`` is its number."""
        return float(self.table.get(lesson, {}).get(exercise, 1))

    def reached(self, lesson: str, result: Result) -> float:
        """Return the points of a result."""
        most = self.most(lesson, result.exercise)
        if result.status == SOLVED:
            return most
        return self.partial * most if result.status in TRIED else 0.0


def _is_points(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and value >= 0


def pseudonyms(students: Sequence[str], key_file: Path) -> dict[str, str]:
    """Return a name for each student that only who has the key can make again.

    Args:
        students: Their names.
        key_file: Is made if it is not there. Keep it apart from the report.
    """
    if not key_file.exists():
        write_atomically(key_file, secrets.token_hex(32).encode())
        key_file.chmod(0o600)
    key = key_file.read_bytes().strip()
    found: dict[str, str] = {}
    for student in sorted(set(students)):
        digest = hmac.new(key, student.encode(), hashlib.sha256).hexdigest()
        size = next(n for n in range(6, 65) if digest[:n] not in {v[8:] for v in found.values()})
        found[student] = f"student-{digest[:size]}"
    return found
