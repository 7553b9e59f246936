"""Which mutants of an exercise's reference its cases accept, and which of those are claimed equal.

A claim stands in ``tests/lessons/lNN_slug/equivalent.py``: ``EQUIVALENT`` gives for an exercise the
reasons, in words, and the descriptions of the mutants that each reason covers; ``INPUTS`` gives for
it a function that draws the arguments of a call, of every legal shape.
"""

import ast
import json
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from dataclasses import replace
from functools import cache
from hashlib import sha256
from importlib import import_module
from importlib.util import find_spec
from pathlib import Path
from typing import Any, NamedTuple
from unittest.mock import patch

import numpy as np
import torch

from tests.mutants.mutate import Mutant, mutants
from workbook.exercises import Case, Exercise, diagnose, diagnosis, load
from workbook.exercises.calls import sandbox
from workbook.exercises.calls.restoring import restoring_state
from workbook.exercises.calls.sandbox import Outcome, run
from workbook.exercises.calls.time_limit import Limit
from workbook.exercises.compare import difference
from workbook.exercises.expected import expectation, misconception_outcomes

ROOT = Path(__file__).parents[2]
STAMP = Path(__file__).with_name("figures.json")
SECONDS = 3.0  # for all cases of a mutant; a right answer needs milliseconds on an idle machine
DRAWN = 10_000  # inputs on which a mutant has to agree before it counts as equal

Function = Callable[..., Any]
Draw = Callable[[np.random.Generator], tuple[Any, ...]]


class Figures(NamedTuple):
    """What came of one exercise: counts, claimed mutants with reasons, and two times.

    Attributes:
        mutants: All of them.
        rejected: Those that are not correct, says the check.
        equivalent: The others; each is described and has its reason.
        seconds: For all mutants and random inputs.
        check: Milliseconds of one check of the reference.
        covers: Hash of what the figures depend on.
    """

    mutants: int
    rejected: int
    equivalent: dict[str, str]
    seconds: float
    check: float
    covers: str


def names() -> list[str]:
    """List all graded exercises: ``"l05_attention.attend"``."""
    found = sorted((ROOT / "lessons").glob("*/exercises/*/question.py"))
    modules = {path: ".".join(path.relative_to(ROOT).with_suffix("").parts) for path in found}
    graded = [path for path in found if import_module(modules[path]).QUESTION.graded]
    return [f"{path.parts[-4]}.{path.parts[-2]}" for path in graded]


def _folder(name: str) -> Path:
    room, exercise = name.split(".")
    return ROOT / "lessons" / room / "exercises" / exercise


@cache
def exercise(name: str) -> Exercise:
    """Load an exercise with a short time limit, and run reference and slips on its cases."""
    package = ".".join(_folder(name).relative_to(ROOT).parts)
    definition = replace(load(import_module(package)), timeout=SECONDS)
    expectation(definition)
    misconception_outcomes(definition)
    return definition


@cache
def mutants_of(name: str) -> list[Mutant]:
    """Make all mutants of a reference."""
    return mutants(_source(name), name.split(".")[1])


def tree_of(name: str) -> ast.Module:
    """Parse a reference as it is."""
    return ast.parse(_source(name))


def _source(name: str) -> str:
    return (_folder(name) / "reference.py").read_text(encoding="utf-8")


def function(name: str, mutant: Mutant) -> Function | None:
    """Build a mutant's function or class; None if its module cannot even be imported."""
    module = f"lessons.{name.replace('.', '.exercises.')}.reference"
    namespace: dict[str, Any] = {"__name__": module}
    try:
        exec(compile(mutant.tree(), "<mutant>", "exec", dont_inherit=True), namespace)
    except Exception:  # a mutant may break down in any way
        return None
    built: Function = namespace[exercise(name).name]
    return built


def accepted(name: str, tried: Sequence[Mutant]) -> list[Mutant]:
    """Return the mutants that a student could hand in as correct."""
    functions = ((mutant, function(name, mutant)) for mutant in tried)
    with only_right_or_wrong():
        return [m for m, built in functions if built and is_right(name, built)]


def is_right(name: str, function: Callable[..., Any]) -> bool:
    """Tell whether the check accepts a function."""
    return diagnose(exercise(name), function, apart=False).right


@contextmanager
def only_right_or_wrong() -> Iterator[None]:
    """Leave out what only helps a student: the search for a smaller input and for two slips."""
    first = {
        "smallest": lambda failing, *given: failing[0],
        "two_misconceptions": lambda *given: (),
    }
    with patch.multiple(diagnosis, **first):
        yield


def claims(name: str) -> dict[str, str]:
    """Return the mutants of an exercise that are claimed equal, each with its reason."""
    room, short = name.split(".")
    module = f"tests.lessons.{room}.equivalent"
    if find_spec(module) is None:
        return {}
    reasons: Mapping[str, Sequence[str]] = import_module(module).EQUIVALENT.get(short, {})
    return {description: reason for reason, group in reasons.items() for description in group}


def told_apart(name: str, tried: Sequence[Mutant], drawn: int = DRAWN) -> dict[str, Case]:
    """Return the mutants that differ from the reference on a random input, with that input."""
    room, short = name.split(".")
    draw: Draw = import_module(f"tests.lessons.{room}.equivalent").INPUTS[short]
    definition, generator = exercise(name), np.random.default_rng(0)
    left = {mutant.description: function(name, mutant) for mutant in tried}
    found: dict[str, Case] = {}
    with restoring_state(), plain_calls():
        for seed in range(drawn):
            case = Case(draw(generator))
            expected = run(definition.called(definition.reference), case, seed)
            for description, built in left.items():
                if description not in found and built:
                    mine = run(definition.called(built), case, seed, Limit(SECONDS))
                    if not _agree(mine, expected, definition.sameness):
                        found[description] = case
    return found


@contextmanager
def plain_calls() -> Iterator[None]:
    """Watch nothing but time: a mutant changes nothing for others, and 10,000 inputs are many."""
    nothing = {"restoring_names": lambda: nullcontext([]), "restoring_state": nullcontext}
    with patch.multiple(sandbox, **nothing):
        yield


def _agree(mine: Outcome, expected: Outcome, tolerance: float) -> bool:
    assert expected.failure is None, f"an illegal input was drawn: {expected.failure}"
    if mine.failure or mine.changed:
        return False
    return difference(mine.value, expected.value, tolerance) is None


def covered(name: str) -> str:
    """Hash what the figures of an exercise depend on: its files, its claims and its mutants."""
    room = name.split(".")[0]
    files = [_folder(name) / "question.py", _folder(name) / "reference.py"]
    files += [
        _folder(name).parent / "cases.py",
        ROOT / "tests" / "lessons" / room / "equivalent.py",
    ]
    texts = [path.read_text(encoding="utf-8") for path in files if path.exists()]
    texts += [mutant.description for mutant in mutants_of(name)]
    return sha256("\n".join(texts).encode()).hexdigest()[:16]


def figures(name: str, drawn: int = DRAWN) -> Figures:
    """Try all mutants of an exercise.

    Raises:
        ValueError: If one is accepted and not claimed, or claimed and rejected, or claimed and
            told from the reference by a random input.
    """
    check, started = _milliseconds(exercise(name)), time.perf_counter()
    tried, claimed = mutants_of(name), claims(name)
    passed = accepted(name, tried)
    descriptions = {mutant.description for mutant in passed}
    for mutant in sorted(descriptions - claimed.keys()):
        raise ValueError(f"{name}: accepted, though not claimed to be equal: {mutant}")
    for mutant in sorted(claimed.keys() - descriptions):
        raise ValueError(f"{name}: claimed to be equal, though rejected (or gone): {mutant}")
    for mutant, case in (told_apart(name, passed, drawn) if passed else {}).items():
        raise ValueError(f"{name}: claimed to be equal, differs on {case.args}: {mutant}")
    seconds = time.perf_counter() - started
    rejected = len(tried) - len(passed)
    return Figures(len(tried), rejected, claimed, round(seconds, 1), round(check, 1), covered(name))


def _milliseconds(definition: Exercise) -> float:
    """Time a check of the reference; of three, since the first one warms up, the quickest."""
    times = []
    for _ in range(3):
        started = time.perf_counter()
        assert diagnose(definition, definition.reference, apart=False).right
        times.append(1000 * (time.perf_counter() - started))
    return min(times)


def stamped() -> dict[str, Figures]:
    """Read the figures of the last full run."""
    return {name: Figures(**row) for name, row in json.loads(STAMP.read_text("utf-8")).items()}


def stale() -> list[str]:
    """List the exercises whose files have changed since the last full run."""
    return [name for name, row in stamped().items() if row.covers != covered(name)]


def main(arguments: Sequence[str]) -> int:
    """Try all exercises, or those whose names hold one of the arguments, and write the stamp."""
    torch.set_num_threads(1)
    rows = stamped() if STAMP.exists() else {}
    rows = {name: row for name, row in rows.items() if name in names()}
    failed = 0
    for name in names():
        if not arguments or any(part in name for part in arguments):
            try:
                rows[name] = row = figures(name)
            except ValueError as error:
                print(error, file=sys.stderr)
                failed += 1
            else:
                print(*_line(name, row), sep="", flush=True)
                _write(rows)
    print(total(rows))
    return failed


def _write(rows: Mapping[str, Figures]) -> None:
    table = {name: rows[name]._asdict() for name in sorted(rows)}
    STAMP.write_text(json.dumps(table, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")


def _line(name: str, row: Figures) -> Iterator[str]:
    yield f"{name:45}{row.mutants:6} mutants{row.rejected:6} rejected"
    yield f"{len(row.equivalent):4} equivalent{row.seconds:8.1f} s, a check {row.check:.1f} ms"


def total(rows: Mapping[str, Figures]) -> str:
    """Sum all exercises up in a line."""
    count = sum(row.mutants for row in rows.values())
    equal = sum(len(row.equivalent) for row in rows.values())
    share = equal / max(count, 1)
    return f"{len(rows)} exercises, {count} mutants, {equal} equivalent ({share:.1%})"
