"""Prediction files: what a lesson asks before it shows a result, read and checked."""

from dataclasses import dataclass
from pathlib import Path
from typing import Any

from workbook.questions.toml_file import read_toml

FIELDS = {"ask": str, "choices": list, "answer": str, "because": str}
OPTIONAL = {"wrong": str}
MOST_CHOICES = 5


@dataclass(frozen=True)
class Prediction:
    """A question that is answered before its result is seen.

    Attributes:
        ask: The question. All texts may hold `` `code` ``, ``*stress*`` and ``$LaTeX$``.
        choices: Two to five.
        answer: The choice that comes true.
        because: Why, in one to three sentences; it is read beside the result.
        wrong: What to say to a room that is wrong, for the presenter alone; ``""`` if nothing.
    """

    ask: str
    choices: tuple[str, ...]
    answer: str
    because: str
    wrong: str = ""


def read_predictions(path: Path) -> dict[str, Prediction]:
    """Read and check a prediction file.

    Args:
        path: A TOML file: a table for each prediction, by its name, with ``ask``, ``choices``,
            ``answer`` (one of the choices, word by word), ``because`` and, if you like, ``wrong``.

    Raises:
        ValueError: If the file is absent or not TOML, or a prediction is not as described.
    """
    table = read_toml(path, "a lesson that predicts")
    return {name: _prediction(row, f"{path.name}, {name!r}") for name, row in table.items()}


def _prediction(row: Any, where: str) -> Prediction:
    if not isinstance(row, dict) or row.keys() - OPTIONAL.keys() != FIELDS.keys():
        got = sorted(row) if isinstance(row, dict) else row
        raise ValueError(f"{where}: expected {sorted(FIELDS)} (and 'wrong'), got {got}")
    for key, kind in (FIELDS | {key: OPTIONAL[key] for key in OPTIONAL if key in row}).items():
        if not isinstance(row[key], kind) or not row[key] or str(row[key]).isspace():
            raise ValueError(f"{where}: expected a non-empty {key!r}, got {row[key]!r}")
    choices = row["choices"]
    if not all(isinstance(choice, str) and choice.strip() for choice in choices):
        raise ValueError(f"{where}: expected texts to choose from, got {choices}")
    if len(set(choices)) < len(choices) or not 2 <= len(choices) <= MOST_CHOICES:
        raise ValueError(f"{where}: expected 2 to {MOST_CHOICES} different choices, got {choices}")
    if row["answer"] not in choices:
        raise ValueError(f"{where}: expected an answer among {choices}, got {row['answer']!r}")
    ask, because, wrong = (
        " ".join(row.get(key, "").split()) for key in ("ask", "because", "wrong")
    )
    return Prediction(ask, tuple(choices), row["answer"], because, wrong)
