"""Open questions: what has no single right answer, with what a good answer contains."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbook.questions.toml_file import read_toml

FIELDS = {"ask": str, "part": str, "minutes": int, "weak": str, "fair": str, "good": str}
MINUTES = range(2, 31)


@dataclass(frozen=True)
class OpenQuestion:
    """A question that is answered in sentences, with a rubric of three levels.

    Attributes:
        ask: The question. All texts may hold `` `code` ``, ``*stress*`` and ``$LaTeX$``.
        part: The part of the lesson after which it is asked: its number or its heading.
        minutes: How long a student is expected to think and write.
        weak: What an answer has that misses the point, and what to ask back.
        fair: What an answer has that is right, and what it lacks.
        good: What a good answer contains.
    """

    ask: str
    part: str
    minutes: int
    weak: str
    fair: str
    good: str


def read_open_questions(path: Path) -> dict[str, OpenQuestion]:
    """Read and check the open questions of a lesson.

    Args:
        path: A TOML file: a table for each question, by its name, with the fields of
            ``OpenQuestion``.

    Raises:
        ValueError: If the file is absent or not TOML, or a question is not as described.
    """
    table = read_toml(path, "a lesson that asks")
    return {name: _question(row, f"{path.name}, {name!r}") for name, row in table.items()}


def _question(row: Any, where: str) -> OpenQuestion:
    if not isinstance(row, dict) or row.keys() != FIELDS.keys():
        got = sorted(row) if isinstance(row, dict) else row
        raise ValueError(f"{where}: expected {sorted(FIELDS)}, got {got}")
    for key, kind in FIELDS.items():
        if type(row[key]) is not kind or not row[key] or str(row[key]).isspace():
            raise ValueError(f"{where}: expected a non-empty {key!r}, got {row[key]!r}")
    if row["minutes"] not in MINUTES:
        limits = f"{MINUTES.start} to {MINUTES.stop - 1}"
        raise ValueError(f"{where}: expected {limits} minutes, got {row['minutes']}")
    texts = {key: " ".join(row[key].split()) for key, kind in FIELDS.items() if kind is str}
    levels = {texts[level] for level in ("weak", "fair", "good")}
    if len(levels) < 3:
        raise ValueError(f"{where}: expected three different levels, got {sorted(levels)}")
    return OpenQuestion(minutes=row["minutes"], **texts)
