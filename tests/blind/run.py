"""What the checker says to each answer of the class."""

import json
from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from workbook.exercises import diagnose, load
from workbook.exercises.answers import Verdict

HERE = Path(__file__).parent
LESSONS = sorted(path.stem for path in HERE.glob("l[0-9][0-9].py"))
JUDGED = HERE / "judged.json"
KINDS = ("rightly named", "wrongly named", "helped", "alone", "accepted")
RIGHT_AFTER_ALL = {  # answers that were wrong by the text they were written from
    "l05/attention_head/wrong 8": "which weights stand in a row of padding no longer matters",
    "l06/pad_batch/wrong 3": "no row holds pad_id, says the text now",
}


class Answer(NamedTuple):
    """One answer of the class.

    Attributes:
        key: ``l05/attention_head/wrong 2``.
        function: What was written.
        thought: What its writer had in mind; empty for a right one.
    """

    key: str
    function: Callable[..., Any]
    thought: str


def exercises_of(lesson: str) -> dict[str, Any]:
    """Return a lesson's exercises by name."""
    (room,) = (HERE.parents[1] / "lessons").glob(f"{lesson}_*")
    packages = import_module(f"lessons.{room.name}.exercises").EXERCISES
    return {package.__name__.split(".")[-1]: load(package) for package in packages}


def answers(lesson: str) -> Iterator[tuple[Any, Answer]]:
    """Give a lesson's answers, each with its exercise."""
    written, definitions = import_module(f"tests.blind.{lesson}"), exercises_of(lesson)
    for name, given in written.WRONG.items():
        for number, (function, thought) in enumerate(given, start=1):
            key = f"{lesson}/{name}/wrong {number}"
            yield definitions[name], Answer(key, function, thought)
    for name, given in written.RIGHT.items():
        for number, function in enumerate(given, start=1):
            yield definitions[name], Answer(f"{lesson}/{name}/right {number}", function, "")


def verdicts(lesson: str) -> dict[str, tuple[Answer, Verdict]]:
    """Check a lesson's answers, without the rehearsal: they were written to end."""
    return {
        answer.key: (answer, diagnose(definition, answer.function, apart=False))
        for definition, answer in answers(lesson)
    }


def judged() -> dict[str, dict[str, Any]]:
    """Return what a reader said of each answer of the first run, by key."""
    return json.loads(JUDGED.read_text(encoding="utf-8")) if JUDGED.exists() else {}
