"""An exercise, put together from what lies in its folder.

``misconceptions.toml`` lies beside ``question.py`` and ``reference.py``::

    why = "Two short sentences: the idea of the reference, and what goes wrong otherwise."
    dialects = [["torch.finfo(scores.dtype).min", "-1e9"]]

    [[misconception]]
    name = "the scores are divided by d"
    advice = "Divide by its square root: a variance of d is a spread of sqrt(d)."
    edit = ["math.sqrt(query.shape[-1])", "query.shape[-1]"]

An edit is a list ``[old, new, old, new, ...]``. ``also`` lists further forms of the same mistake,
each an edit. A dialect is an edit after which the reference is still right: each form is built in
each dialect in which its old texts still stand. ``wrong = "module:function"``, or a list of those,
is the way out for what is no edit.
"""

import re
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from workbook.exercises.definition import Exercise, Misconception, Question
from workbook.exercises.edits import Function, build, source_of

KNOWN = {"name", "advice", "edit", "also", "wrong"}


@cache
def load(package: ModuleType) -> Exercise:
    """Put an exercise together.

    Args:
        package: With ``question.QUESTION`` and ``reference`` (a function of the question's name),
            each a module that can be imported without the other, and ``misconceptions.toml``.
    """
    question: Question = import_module(f"{package.__name__}.question").QUESTION
    answer = import_module(f"{package.__name__}.reference")
    reference = getattr(answer, question.name)
    known = known_about(Path(package.__path__[0]) / "misconceptions.toml", reference)
    return Exercise(**vars(question), reference=reference, **known)


def exercise_packages(package: str) -> tuple[ModuleType, ...]:
    """Import the exercises of a lesson: each folder with a question, in the order of its sources.

    Where these are left out, as in what Colab fetches, they come in the order of their names.

    Args:
        package: The lesson's ``exercises``.
    """
    folder = Path(import_module(package).__path__[0])
    texts = [path.read_text(encoding="utf-8") for path in sources_of(folder.parent)]
    asked = re.findall(r"\bexercise\(exercises\.(\w+)\)", "\n".join(texts))
    names = [path.parent.name for path in folder.glob("*/question.py")]
    names.sort(key=lambda name: (asked.index(name) if name in asked else len(asked), name))
    return tuple(import_module(f"{package}.{name}") for name in names)


def sources_of(room: Path) -> list[Path]:
    """Return the sources of a lesson's notebooks that are there: the path, further experiments."""
    return [path for name in ("lesson.py", "more.py") if (path := room / name).exists()]


def known_about(path: Path, reference: Function) -> dict[str, Any]:
    """Read ``misconceptions`` and ``why`` of an exercise.

    Raises:
        ValueError: If the file has an entry of another name, or an edit that cannot be made.
    """
    given = tomllib.loads(path.read_text(encoding="utf-8"))
    entries, dialects = given.pop("misconception", []), given.pop("dialects", [])
    why = given.pop("why", "")
    if given:
        raise ValueError(
            f"{path.parent.name}: expected why, dialects, misconception, got {[*given]}"
        )
    for dialect in dialects:
        build(source_of(reference), reference.__name__, dialect)
    misconceptions = tuple(_misconception(entry, reference, dialects) for entry in entries)
    return {"misconceptions": misconceptions, "why": why}


def _misconception(
    entry: Mapping[str, Any], reference: Function, dialects: Sequence[Sequence[str]]
) -> Misconception:
    """Build a misconception: its forms in the reference's own words, then in all dialects."""
    name = entry.get("name", "")
    if not {"name", "advice"} <= entry.keys() <= KNOWN or not entry.keys() & {"edit", "wrong"}:
        raise ValueError(f"{name!r} needs name, advice, and edit or wrong, got {[*entry]}")
    forms = [entry["edit"]] if "edit" in entry else []
    forms += entry.get("also", [])
    if not all(forms):
        raise ValueError(f"{name!r} needs edits that change something, got {forms}")
    source, wrong = source_of(reference), entry.get("wrong", [])
    made = [build(source, reference.__name__, form) for form in forms]
    made += [_named(each) for each in ([wrong] if isinstance(wrong, str) else wrong)]
    made += _in_dialects(reference, forms, dialects)
    first, *variants = made
    edits = tuple(tuple(form) for form in forms)
    return Misconception(name, entry["advice"], first, tuple(variants), edits)


def _in_dialects(
    reference: Function, forms: Sequence[Sequence[str]], dialects: Sequence[Sequence[str]]
) -> Iterator[Function]:
    """Build each form in each dialect, but where an old text is gone."""
    for dialect in dialects:
        for form in forms:
            try:
                yield build(source_of(reference), reference.__name__, [*dialect, *form])
            except ValueError:
                continue


def _named(path: str) -> Function:
    """Return a function by ``module:function``."""
    module, _, name = path.partition(":")
    function: Function = getattr(import_module(module), name)
    return function
