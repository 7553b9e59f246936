"""A name for a mistake that the exercise did not foresee, if it explains all cases."""

import inspect
from collections.abc import Callable, Sequence

from workbook.exercises.calls.sandbox import Outcome, agree, run
from workbook.exercises.calls.time_limit import Limit, OutOfTime
from workbook.exercises.definition import Case, Exercise, Named
from workbook.exercises.heuristics.arguments import Arguments, other_arguments
from workbook.exercises.heuristics.positions import Region, wrong_region
from workbook.exercises.heuristics.results import hint, relation_to_results
from workbook.exercises.heuristics.smallest import Example
from workbook.exercises.heuristics.special import in_common, is_usual
from workbook.exercises.values import describe_call

HANGS = 1.0  # seconds of CPU time after which a call that takes milliseconds does not end
Outcomes = Sequence[Outcome]


def guessed(
    definition: Exercise, cases: Sequence[Case], mine: Outcomes, expected: Outcomes
) -> Named | None:
    """Return a mistake that explains a student's results on every case, or None.

    Three kinds are tried: something was done to the right result; the right thing was done to other
    arguments; all is right but a special case, which breaks down.

    Args:
        definition: The exercise.
        cases: Its cases.
        mine: What the student's function did on them.
        expected: What the reference did.
    """
    calls = [definition.arguments(case, defaults=True) for case in cases]
    return (
        relation_to_results(mine, expected, definition.sameness, calls)
        or _other(definition, calls, mine, expected)
        or _special(definition, calls, mine, expected)
    )


def set_apart(definition: Exercise, cases: Sequence[Case], agreeing: Sequence[bool]) -> str:
    """Say what the wrong cases have in common and no right one has, or return ``""``."""
    return in_common([definition.arguments(case, defaults=True) for case in cases], agreeing)


def hinted(definition: Exercise, failing: Sequence[Example]) -> tuple[Named | None, Region | None]:
    """Return the relation of all wrong results to the right ones, and where the first differs.

    Where a call fails there are no two results to compare.
    """
    values = [(example.mine.value, example.expected.value) for example in failing]
    calls = [definition.arguments(example.case, defaults=True) for example in failing]
    is_error = [bool(example.mine.failure or example.expected.failure) for example in failing]
    return (
        None if any(is_error) else hint(values, calls, definition.sameness),
        None if is_error[0] else wrong_region(*values[0], calls[0]),
    )


def is_fair(definition: Exercise, cases: Sequence[Case], case: Case) -> bool:
    """Tell whether a text allows an input, and it is empty only where one of the cases is."""
    call = definition.arguments(case, defaults=True)
    if not is_usual([definition.arguments(known, defaults=True) for known in cases], call):
        return False
    try:
        return definition.allows is None or definition.allows(**call)
    except Exception:  # cut out of shape, such as to a pair with one half
        return False


def _case(definition: Exercise, arguments: Arguments) -> Case:
    bound = inspect.signature(definition.called_reference).bind(**arguments)
    return Case(bound.args, bound.kwargs)


def _other(
    definition: Exercise, calls: Sequence[Arguments], mine: Outcomes, expected: Outcomes
) -> Named | None:
    """Find other arguments for which the reference gives a student's results.

    Where it breaks down with them, anything may have happened; two cases have to tell.
    """

    def explains(change: Callable[[Arguments], Arguments]) -> bool:
        telling = 0
        for seed, (call, given, right) in enumerate(zip(calls, mine, expected, strict=True)):
            other = _case(definition, change(dict(call)))
            made = run(definition.called_reference, other, seed, Limit(HANGS))
            if made.failure and issubclass(made.failure.kind, OutOfTime):
                return False
            if made.failure and not right.failure:
                continue
            if not agree(given, made, definition.sameness):
                return False
            telling += not agree(made, right, definition.sameness)
        return telling >= min(2, len(calls))

    for other in other_arguments(definition.called_reference, calls):
        try:
            if explains(other.change):
                return Named(other.name, other.advice)
        except (TypeError, ValueError, IndexError, RuntimeError):
            continue  # this change is not one for such arguments
    return None


def _special(
    definition: Exercise, calls: Sequence[Arguments], mine: Outcomes, expected: Outcomes
) -> Named | None:
    """Name a special case: most cases are right, the others break down in one way."""
    both = zip(mine, expected, strict=True)
    agreeing = [agree(a, b, definition.sameness) for a, b in both]
    failures = [a.failure for a, right in zip(mine, agreeing, strict=True) if not right]
    kinds = {failure.kind.__name__ if failure else "" for failure in failures}
    if "" in kinds or len(kinds) > 1 or len(failures) >= len(calls) / 2:
        return None
    where = in_common(calls, agreeing)
    (kind,) = kinds
    name = f"a special case{f', where {where},' if where else ''} ends in {kind}"
    call = describe_call(calls[agreeing.index(False)], 120)
    return Named(name, f"All other cases are right. What does the text ask for with {call}?")
