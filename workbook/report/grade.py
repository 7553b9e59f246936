"""What a submission understood: values from the jail, compared here with what is right."""

import builtins
import hashlib
import inspect
import json
from collections.abc import Iterable, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple

from workbook.exercises.answers import stopped, wrong_parameters
from workbook.exercises.calls.sandbox import Failure, Outcome, Stopped
from workbook.exercises.calls.time_limit import OutOfTime
from workbook.exercises.definition import Exercise
from workbook.exercises.judge import judge
from workbook.exercises.known import expectation
from workbook.exercises.loading import load
from workbook.report.code import Answer
from workbook.report.jailed.wire import Opaque, unpack

PER_EXERCISE, AT_ONCE = 15.0, 20.0  # seconds that a jail may take, for each and to start
SOLVED, NAMED, WRONG = "solved", "named", "wrong"  # right; a known slip; wrong in another way
OPEN, MISSING, STOPPED, BROKEN = "open", "missing", "stopped", "broken"


class Result(NamedTuple):
    """What became of one exercise of one submission.

    Attributes:
        exercise: Its name.
        status: One of ``solved``, ``named``, ``wrong``, ``open``, ``missing``, ``stopped`` (by a
            limit) and ``broken`` (there is no function to call).
        misconception: The slip that was named, or ``""``.
        feedback: What the student reads.
        code: The function, without comments, or ``""``.
        behavior: Equal for answers that do the same on all cases; ``""`` where nothing ran.
        copies: How often the function was defined; the last one counted.
    """

    exercise: str
    status: str
    misconception: str = ""
    feedback: str = ""
    code: str = ""
    behavior: str = ""
    copies: int = 1


def exercises_of(room: str) -> dict[str, Exercise]:
    """Return the exercises of a lesson by name, in its order."""
    packages = import_module(f"lessons.{room}.exercises").EXERCISES
    return {load(package).name: load(package) for package in packages}


def to_run(answers: Iterable[Answer], exercises: dict[str, Exercise]) -> list[Answer]:
    """Return the answers that have to be run: neither open nor with other parameters."""
    return [
        answer
        for answer in answers
        if not answer.is_open and not wrong_parameters(exercises[answer.name], _stub(answer))
    ]


def job_of(answers: Iterable[Answer], room: str, exercises: dict[str, Exercise]) -> dict[str, Any]:
    """Return what the child is to do."""
    return {
        "exercises": [
            {
                "name": answer.name,
                "question": f"lessons.{room}.exercises.{answer.name}.question",
                "pieces": list(answer.pieces),
                "timeout": exercises[answer.name].timeout,
            }
            for answer in answers
        ]
    }


def seconds_of(job: dict[str, Any]) -> float:
    """Return how long a jail may take for a job."""
    return AT_ONCE + PER_EXERCISE * len(job["exercises"])


def results_of(
    answers: dict[str, Answer],
    exercises: dict[str, Exercise],
    lines: Sequence[bytes],
    why: str,
) -> list[Result]:
    """Return what became of all exercises of a submission.

    Args:
        answers: What was found in it.
        exercises: Of the lesson.
        lines: What the child said.
        why: Why its jail was closed, or ``""``.
    """
    said = dict(filter(None, map(_read, lines)))
    return [
        _result(exercise, answers.get(name), said.get(name), why)
        for name, exercise in exercises.items()
    ]


def _read(line: bytes) -> tuple[str, dict[str, Any]] | None:
    try:
        entry = json.loads(line)
        return str(entry["name"]), entry
    except (ValueError, KeyError, TypeError, RecursionError):
        return None


def _result(
    exercise: Exercise, answer: Answer | None, said: dict[str, Any] | None, why: str
) -> Result:
    if answer is None:
        return Result(exercise.name, MISSING, feedback=f"{exercise.name}: not in the notebook.")
    result = Result(exercise.name, OPEN, code=answer.code, copies=answer.copies)
    if answer.is_open:
        return result._replace(feedback=f"{exercise.name}: not filled in yet.", code="")
    verdict = wrong_parameters(exercise, _stub(answer))
    if verdict:
        return result._replace(status=BROKEN, feedback=_for_students(verdict.text))
    try:
        return _judged(exercise, result, said, why)
    except (ValueError, KeyError, TypeError, IndexError, RecursionError):
        words = f"{exercise.name}: what it returned cannot be read."
        return result._replace(status=BROKEN, feedback=words)


def _judged(exercise: Exercise, result: Result, said: dict[str, Any] | None, why: str) -> Result:
    entries = [entry for entry in (said["said"] if said else []) if isinstance(entry, dict)]
    count = len(expectation(exercise)[0])
    undefined = next((entry["undefined"] for entry in entries if "undefined" in entry), None)
    if undefined is not None:
        words = f"{exercise.name}: the function cannot be made: {str(undefined)[:200]}"
        return result._replace(status=BROKEN, feedback=words)
    sent = [entry["outcome"] for entry in entries if isinstance(entry.get("outcome"), dict)]
    outcomes = [_outcome(one) for one in sent][:count]
    reached = max(1, sum(1 for entry in entries if "case" in entry and "outcome" not in entry))
    no_memory = any(one.get("memory") for one in sent)
    ended = bool(outcomes and outcomes[-1].failure and outcomes[-1].failure.kind is OutOfTime)
    if no_memory or ended or len(outcomes) < count:
        in_time = bool(said and said.get("in_time"))
        reason = "memory" if no_memory or why == "memory" else ""
        reason = reason or (
            "fork" if why == "fork" else "exit" if in_time and not ended else "time"
        )
        verdict = stopped(exercise, Stopped(reason, min(reached, count)), count)
        return result._replace(
            status=STOPPED,
            misconception={"time": "it takes too long", "memory": "it takes too much memory"}.get(
                reason, "it ends Python or starts another process"
            ),
            feedback=_for_students(verdict.text),
        )
    verdict = judge(exercise, outcomes)
    status = SOLVED if verdict.right else NAMED if verdict.misconception else WRONG
    return result._replace(
        status=status,
        misconception=verdict.misconception or "",
        feedback=_for_students(verdict.text),
        behavior=behavior(outcomes),
    )


def _for_students(text: str) -> str:
    """Leave out what is true in a notebook only."""
    lines = [line for line in text.split("\n") if "stands in" not in line and "To play" not in line]
    return "\n".join(lines)


def _outcome(sent: dict[str, Any]) -> Outcome:
    failure = None
    if sent["failure"] is not None:
        kind, message, line = map(str, sent["failure"])
        failure = Failure(_kind(kind), message[:300], line[:200])
    return Outcome(
        value=unpack(sent["value"]),
        failure=failure,
        changed=str(sent["changed"])[:60],
        printed=str(sent["printed"])[:500],
        touched=tuple(str(name)[:60] for name in sent["touched"]),
    )


def _kind(name: str) -> type[BaseException]:
    """Return the built-in exception of a name, or a class of that name that equals no other."""
    if name == OutOfTime.__name__:
        return OutOfTime
    found = getattr(builtins, name, None)
    if isinstance(found, type) and issubclass(found, BaseException):
        return found
    return type(name if name.isidentifier() else "Error", (Exception,), {})


def _stub(answer: Answer) -> Any:
    """Return a function that has the parameters of an answer and does nothing."""

    def stub(*args: Any, **kwargs: Any) -> None: ...

    stub.__signature__ = inspect.Signature(answer.parameters)  # type: ignore[attr-defined]
    return stub


def behavior(outcomes: Sequence[Outcome]) -> str:
    """Return a text that is equal for answers which do the same on all cases, up to rounding."""
    parts = [_shown(outcome) for outcome in outcomes]
    return hashlib.sha256("\n".join(parts).encode()).hexdigest()[:16]


def _shown(outcome: Outcome) -> str:
    if outcome.failure:
        return f"raises {outcome.failure.kind.__name__}"
    return _rounded(outcome.value)


def _rounded(value: Any) -> str:
    if isinstance(value, float):
        return f"{value:.4g}"
    if isinstance(value, list | tuple):
        return f"{type(value).__name__}({', '.join(map(_rounded, value))})"
    if isinstance(value, dict):
        return str(sorted((_rounded(key), _rounded(item)) for key, item in value.items()))
    if isinstance(value, set | frozenset):
        return str(sorted(map(_rounded, value)))
    if hasattr(value, "tolist"):
        return f"{type(value).__name__} {getattr(value, 'dtype', '')} {_rounded(value.tolist())}"
    return type(value).__name__ if isinstance(value, Opaque) else repr(value)


@cache
def edition(room: str) -> str:
    """Return what a kept result depends on besides the submission: all code that it meets."""
    root = Path(__file__).resolve().parents[2]
    digest = hashlib.sha256()
    folders = "bertlab", "workbook/report", "workbook/exercises", f"lessons/{room}/exercises"
    for path in sorted(path for folder in folders for path in (root / folder).rglob("*.py")):
        digest.update(path.read_bytes())
    return digest.hexdigest()[:16]
