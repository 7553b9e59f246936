"""The words for what a function did on the cases of an exercise."""

import inspect
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from workbook.exercises import answers
from workbook.exercises.calls.sandbox import Outcome, Stopped, agree, run
from workbook.exercises.calls.time_limit import OutOfTime
from workbook.exercises.definition import Case, Exercise, Misconception, Named
from workbook.exercises.guesses.guess import guessed, is_fair, set_apart
from workbook.exercises.guesses.results import wrong_type
from workbook.exercises.known import agreeing_of, expectation, matching, slips
from workbook.exercises.pairs import pairs
from workbook.exercises.smallest import Example, is_finite, smallest


def judge(
    definition: Exercise,
    mine: Sequence[Outcome],
    function: Callable[..., Any] | None = None,
) -> answers.Verdict:
    """Find the words for what a function did on the cases of an exercise.

    Args:
        definition: The exercise.
        mine: What it did on each case; fewer if its time was over.
        function: It, to look for the smallest input on which it fails; None if it must not run.
    """
    cases, expected = expectation(definition)
    last = mine[-1].failure
    if last and last.kind is OutOfTime:
        return answers.stopped(definition, Stopped("time", len(mine), last.line), len(cases))
    touched = [name for outcome in mine for name in outcome.touched]
    if touched:
        return answers.changes_names(definition, list(dict.fromkeys(touched)))
    agreeing = agreeing_of(mine, expected, definition.tolerance)
    if all(agreeing):
        changed = [place for place, outcome in enumerate(mine) if outcome.changed]
        if changed:
            name = mine[changed[0]].changed
            return answers.changes_input(definition, name, cases[changed[0]])
        return answers.correct(definition, len(cases))
    found = matching(definition, mine)
    first = agreeing.index(False)
    slip = found[0] if found else guessed(definition, cases, mine, expected)
    if slip:
        verdict = answers.named(definition, slip, mine[first], expected[first])
        return verdict._replace(example=Example(cases[first], mine[first], expected[first]))
    triples = zip(cases, mine, expected, agreeing, strict=True)
    failing = [Example(*triple[:3]) for triple in triples if not triple[3]]
    example = _smallest(definition, function, failing)
    slips = two_slips(definition, mine)
    apart_by = set_apart(definition, cases, agreeing)
    return answers.unnamed(definition, failing[0], example, agreeing, slips, apart_by)


def _smallest(
    definition: Exercise, function: Callable[..., Any] | None, failing: Sequence[Example]
) -> Example:
    """Return the smallest input that fails: without the function, the first of the cases."""
    if function is None:
        return failing[0]
    again = partial(_again, definition, function, failing)
    return smallest(failing, again, list(inspect.signature(definition.reference).parameters))


def _again(
    definition: Exercise, function: Callable[..., Any], known: Sequence[Example], case: Case
) -> Example | None:
    """Run a function on a smaller case; return it if it fails there as it does on a known one."""
    if not is_fair(definition, expectation(definition)[0], case):
        return None
    expected = run(definition.reference, case)
    kinds = {example.mine.failure and example.mine.failure.kind for example in known}
    usual = all(is_finite(example.expected.value) for example in known)
    if expected.failure or (usual and not is_finite(expected.value)):
        return None  # not what the exercise is about
    mine = run(function, case, 0, 0.2)
    if (mine.failure and mine.failure.kind) not in kinds:
        return None
    return None if agree(mine, expected, definition.tolerance) else Example(case, mine, expected)


def two_slips(
    definition: Exercise, mine: Sequence[Outcome]
) -> tuple[()] | tuple[Misconception, Misconception | Named]:
    """Return two slips that together give a student's results on every case, if any."""
    cases, _ = expectation(definition)
    for first, second, wrong in pairs(definition):
        for seed, (case, outcome) in enumerate(zip(cases, mine, strict=True)):
            if not agree(outcome, run(wrong, case, seed), definition.tolerance):
                break
        else:
            return first, second
    types = (
        (slip.misconception, wrong_type(mine, slip.outcomes, definition.tolerance))
        for slip in slips(definition)
    )
    return next(((slip, wrong) for slip, wrong in types if wrong), ())
