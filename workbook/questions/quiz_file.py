"""Quiz files: questions with their choices, read and checked."""

from dataclasses import dataclass
from pathlib import Path
from string import ascii_uppercase

from workbook.questions.toml_file import read_toml

FEWEST_QUESTIONS = 5
CHOICES = (3, 4)


@dataclass(frozen=True)
class Choice:
    """One choice of a question.

    Attributes:
        text: What the reader chooses. All texts may hold `` `code` ``, ``*stress*``, ``$LaTeX$``.
        feedback: Why it is right, or which misconception it is and what is true instead.
        correct: Whether it is the right one.
    """

    text: str
    feedback: str
    correct: bool


@dataclass(frozen=True)
class Question:
    """A question with one right choice among three or four."""

    text: str
    choices: tuple[Choice, ...]


def read_questions(path: Path) -> tuple[str, tuple[Question, ...]]:
    """Read and check a quiz file.

    Args:
        path: A TOML file: ``title``, and ``[[question]]`` tables with ``text`` and
            ``[[question.choice]]`` tables of ``text``, ``feedback`` and, at the right one,
            ``correct = true``.

    Returns:
        The title of the quiz, and its questions.

    Raises:
        ValueError: If the file is absent or not TOML, has fewer than five questions, a question has
            not three or four different choices, or not exactly one right choice, or if a text is
            missing.
    """
    table = read_toml(path, "a lesson's room")
    _check_keys(table, {"title": str, "question": list}, set(), path.name)
    rows = table["question"]
    if len(rows) < FEWEST_QUESTIONS:
        expected = f"expected at least {FEWEST_QUESTIONS} questions"
        raise ValueError(f"{path.name}: {expected}, got {len(rows)}")
    questions = tuple(_question(row, f"{path.name}, question {n}") for n, row in enumerate(rows, 1))
    return table["title"], questions


def _question(row: dict, where: str) -> Question:
    """Return one checked question of the file."""
    _check_keys(row, {"text": str, "choice": list}, set(), where)
    choices = []
    for letter, entry in zip(ascii_uppercase, row["choice"], strict=False):
        _check_keys(entry, {"text": str, "feedback": str}, {"correct"}, f"{where}, choice {letter}")
        correct = entry.get("correct", False)
        if not isinstance(correct, bool):
            raise ValueError(f"{where}, choice {letter}: expected a true 'correct', got {correct}")
        choices.append(Choice(_one_line(entry["text"]), _one_line(entry["feedback"]), correct))
    if not CHOICES[0] <= len(choices) <= CHOICES[1]:
        raise ValueError(
            f"{where}: expected {CHOICES[0]} or {CHOICES[1]} choices, got {len(choices)}"
        )
    right = sum(choice.correct for choice in choices)
    if right != 1:
        raise ValueError(f"{where}: expected exactly one correct choice, got {right}")
    texts = [choice.text.casefold() for choice in choices]
    if len(set(texts)) < len(texts):
        raise ValueError(f"{where}: expected different choices, got {[c.text for c in choices]}")
    return Question(_one_line(row["text"]), tuple(choices))


def _check_keys(table: dict, required: dict[str, type], optional: set[str], where: str) -> None:
    """Raise a ValueError unless the keys are the expected ones and have values of their types."""
    unknown = sorted(set(table) - set(required) - optional)
    if unknown:
        raise ValueError(f"{where}: expected {sorted({*required, *optional})}, got also {unknown}")
    for key, kind in required.items():
        value = table.get(key)
        if not isinstance(value, kind) or not value or str(value).isspace():
            raise ValueError(f"{where}: expected a non-empty {key!r}, got {value!r}")


def _one_line(text: str) -> str:
    """Join the lines of a text: files may break lines anywhere."""
    return " ".join(text.split())
