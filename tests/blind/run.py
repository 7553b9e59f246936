"""What the checker says to each answer of the class."""

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import import_module
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import jaxtyping

from bertlab.files import write_atomically
from workbook.exercises import diagnose, judge, known, load
from workbook.exercises.machine import Verdict
from workbook.make.nightly import ROOT, content_hash

HERE = Path(__file__).parent
STAMPS = HERE / "stamps.json"
CLASSES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth")
HELD = {  # the lessons whose texts a class had; the fifth and later ones had what is newer
    group: sorted(path.stem for path in (HERE / group).glob("l[0-9][0-9].py")) for group in CLASSES
}
LATER = {  # exercises that are newer than the other answers to their lesson, by who tried them
    "fifth": {"l09": {"paired_interval"}, "l12": {"integrated_gradients"}},
    "sixth": {"l00": {"right_comparisons"}, "l07": {"largest_differences"}},
    "eighth": {"l15": {"mirrored"}, "l16": {"seed_interval"}, "l17": {"best_cue"}},
    "nobody": {"l01": {"kneser_ney_any"}, "l04": {"nearest_agrees"}, "l08": {"by_fate"}},
}
KINDS = ("rightly named", "wrongly named", "helped", "alone", "accepted")
RIGHT_AFTER_ALL = {  # answers that were wrong by the text they were written from
    "first/l05/attention_head/wrong 8": "which weights a row of padding has no longer matters",
    "first/l06/pad_batch/wrong 3": "no row holds pad_id, says the text now",
    "fourth/l01/conditional_probability/wrong 5": "no history is </s>, says the text now",
    "fourth/l01/kneser_ney/wrong 8": "no history is </s>, says the text now",
    "third/l06/shorten_pair/wrong 2": "max_length is odd, says the text now",
    "second/l10/squad_f1/wrong 4": "the text is ASCII alone now, where both are one",
    "sixth/l16/soft_mask/wrong 7": "the text asks for vectors alone now, and not for a gradient",
}
RIGHT_NO_MORE = {  # answers that were right by the text they were written from
    "fifth/l09/paired_interval/right 2": "all three are tensors, says the text now",
}


class Answer(NamedTuple):
    """One answer of the class.

    Attributes:
        key: ``first/l05/attention_head/wrong 2``.
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


def tried_by(group: str, lesson: str) -> set[str]:
    """Return the exercises of a lesson that a class answered."""
    own = LATER.get(group, {}).get(lesson)
    later = {name for lessons in LATER.values() for name in lessons.get(lesson, ())}
    return own or exercises_of(lesson).keys() - later


def written(group: str, lesson: str) -> Any:
    """Return the module with a class's answers to a lesson."""
    return import_module(f"tests.blind.{group}.{lesson}")


def answers(group: str, lesson: str) -> Iterator[tuple[Any, Answer]]:
    """Give a class's answers to a lesson, each with its exercise."""
    given, definitions = written(group, lesson), exercises_of(lesson)
    for name, functions in given.WRONG.items():
        for number, (function, thought) in enumerate(functions, start=1):
            key = f"{group}/{lesson}/{name}/wrong {number}"
            yield definitions[name], Answer(key, function, thought)
    for name, functions in given.RIGHT.items():
        for number, function in enumerate(functions, start=1):
            key = f"{group}/{lesson}/{name}/right {number}"
            yield definitions[name], Answer(key, function, "")


def verdicts(group: str, lesson: str) -> dict[str, tuple[Answer, Verdict]]:
    """Check a class's answers to a lesson, without the rehearsal: they were written to end."""
    return {
        answer.key: (answer, diagnose(definition, answer.function, apart=False))
        for definition, answer in answers(group, lesson)
    }


def judged(group: str) -> dict[str, dict[str, Any]]:
    """Return what a reader said of each wrong answer of a class on its first run, by key."""
    path = HERE / group / "judged.json"
    return json.loads(path.read_text(encoding="utf-8")) if path.exists() else {}


@contextmanager
def judged_only() -> Iterator[None]:
    """Judge as users are judged, but without what helps them: only right or wrong is asked."""
    kept = known.expectation, known.slips  # what exercises raise now is kept for this while alone
    checked = jaxtyping.config.jaxtyping_disable
    for each in kept:
        each.cache_clear()
    jaxtyping.config.update("jaxtyping_disable", True)
    try:
        with (
            patch.object(judge, "two_slips", lambda definition, mine: ()),
            patch.object(judge, "smallest", lambda failing, *given: failing[0]),
        ):
            yield
    finally:
        jaxtyping.config.update("jaxtyping_disable", checked)
        for each in kept:
            each.cache_clear()


def differences(group: str, lesson: str) -> list[str]:
    """Judge a class's answers to a lesson, and return those that are not judged as they should.

    Right ones are accepted and wrong ones are not. Who was named well once is named so for good.
    """
    with judged_only():
        found = verdicts(group, lesson)
    wrong = []
    for key, (answer, verdict) in found.items():
        right = (not answer.thought and key not in RIGHT_NO_MORE) or key in RIGHT_AFTER_ALL
        if verdict.right != right:
            wrong.append(f"{key}: {'accepted' if verdict.right else verdict.text}")
        entry = judged(group).get(key, {"judged": ""})
        named_well = entry["judged"] == "rightly named" and " and *" not in entry["named"]
        if named_well and verdict.misconception != entry["named"]:
            wrong.append(f"{key}: named {verdict.misconception!r}, not {entry['named']!r}")
    return wrong


def source_of(group: str, lesson: str) -> str:
    """Return a hash of what decides how a class's answers to a lesson are judged."""
    (room,) = (ROOT / "lessons").glob(f"{lesson}_*")
    modules = (path for path in room.glob("*.py") if path.name != "lesson.py")
    names = [str(path.relative_to(ROOT)) for path in (*modules, room / "exercises")]
    own = [f"tests/blind/{name}" for name in (f"{group}/{lesson}.py", f"{group}/judged.json")]
    return content_hash([*names, *own, "tests/blind/run.py", "workbook/exercises"])


def stamps() -> dict[str, str]:
    """Return what decided when all answers of a class to a lesson were judged as they should."""
    return json.loads(STAMPS.read_text(encoding="utf-8")) if STAMPS.exists() else {}


def stamp(again: bool) -> list[str]:
    """Judge what has no stamp, or all again, write the stamps, and return what is wrong."""
    old, new, wrong = {} if again else stamps(), dict[str, str](), list[str]()
    for group, lesson in ((one, each) for one in CLASSES for each in HELD[one]):
        name, source = f"{group}/{lesson}", source_of(group, lesson)
        found = [] if old.get(name) == source else differences(group, lesson)
        if not found:
            new[name] = source
        wrong += found
    write_atomically(STAMPS, (json.dumps(new, indent=1) + "\n").encode())
    return wrong
