"""The words for what a check found, at most nine lines each."""

from functools import singledispatch

from workbook.exercises.calls.sandbox import MEGABYTES, Outcome
from workbook.exercises.calls.time_limit import PATIENCE
from workbook.exercises.compare import compared
from workbook.exercises.definition import Exercise
from workbook.exercises.differences import detail, first
from workbook.exercises.findings import (
    ChangedInput,
    ChangedNames,
    Correct,
    Finding,
    KnownMisconception,
    NoEnd,
    OtherParameters,
    Unexplained,
    both,
)
from workbook.exercises.heuristics.smallest import Example
from workbook.exercises.values import describe, describe_call, shorten, whole

STANDS_IN = "Until then the workbook's version stands in."


@singledispatch
def words(finding: Finding, definition: Exercise) -> str:
    """Return the answer to a student.

    Args:
        finding: What was found.
        definition: The exercise.
    """
    raise TypeError(f"expected a finding, got {finding!r}")


def _not_yet(definition: Exercise, what: str, *more: str) -> str:
    """Answer a wrong function: what is wrong, then more lines; empty ones are left out."""
    lines = [f"{definition.name}: not yet. {what}", *more, STANDS_IN]
    return "\n".join(line for line in lines if line)


@words.register
def _(finding: Correct, definition: Exercise) -> str:
    cases = f"all {finding.num_cases} cases" if finding.num_cases > 1 else "its case"
    return f"{definition.name}: correct on {cases}."


@words.register
def _(finding: OtherParameters, definition: Exercise) -> str:
    return _not_yet(
        definition,
        "The parameters are not those of the exercise.",
        f"Expected ({finding.wanted}), yours ({finding.given}).",
    )


_NEW_VALUES = {
    False: "x = x.clone() before x[i] = 0; masked_fill, not masked_fill_; x = x + 1, not x += 1; "
    "x.clone().requires_grad_(), not x.requires_grad_().",
    True: "[*x, item], not x.append(item); x + y, not x += y; sorted(x), not x.sort(); x[1:], not "
    "x.pop(0).",
}


@words.register
def _(finding: ChangedInput, definition: Exercise) -> str:
    return _not_yet(
        definition,
        f"The result is right, but your function changes its input `{finding.argument}` in place.",
        "Work on a copy, or use what returns a new value: " + _NEW_VALUES[finding.is_list],
    )


@words.register
def _(finding: ChangedNames, definition: Exercise) -> str:
    return _not_yet(
        definition,
        f"Your function changes what others use: {shorten(', '.join(finding.names), 120)}.",
        "It has been put back. Give your own helpers names of their own, and leave no thread "
        "running.",
    )


_STOPPED = {  # reason -> what happened, and what to ask oneself
    "time": (
        "was stopped after {seconds:g} seconds of computing, in case {number} of {count}.",
        "It was busy{where}. Does a loop there never end, or do far more work than it has to?",
    ),
    "wait": (
        "did not end within {patience:g} seconds, in case {number} of {count}.",
        "It computed little and waited{where}. Leave out sleep() and input(): nothing here has to "
        "be waited for.",
    ),
    "memory": (
        "needs more than {megabytes} MB of memory, in case {number} of {count}.",
        "It ran out of it{where}. Does something grow there in a loop that never ends, or is a "
        "table made for all pairs of things?",
    ),
    "exit": (
        "ends Python itself, in case {number} of {count}.",
        "Leave out exit() and os._exit(): to end a function, return.",
    ),
    "fork": (
        "starts another process, in case {number} of {count}.",
        "No exercise needs one: compute it here.",
    ),
}


@words.register
def _(finding: NoEnd, definition: Exercise) -> str:
    why = finding.why
    where = f" in {why.line}" if why.line else ""
    what, question = (
        text.format(
            seconds=definition.timeout,
            patience=PATIENCE * definition.timeout,
            megabytes=MEGABYTES,
            number=why.case,
            count=finding.num_cases,
            where=where,
        )
        for text in _STOPPED[why.reason]
    )
    return _not_yet(definition, f"Your function {what}", question)


@words.register
def _(finding: KnownMisconception, definition: Exercise) -> str:
    _, mine, expected = finding.first
    return _not_yet(
        definition,
        f"Your result matches a common slip: {finding.misconception.name}.",
        finding.misconception.advice,
        _difference(definition, mine, expected)[0],
        _printed(mine),
    )


@words.register
def _(finding: Unexplained, definition: Exercise) -> str:
    case, mine, expected = finding.failing[0]
    different, more = _difference(definition, mine, expected)
    arguments = definition.arguments(case)
    count, number = sum(finding.agreeing), finding.agreeing.index(False) + 1
    changed = f" It changes `{mine.changed}` in place." if mine.changed else ""
    lines = [
        different,
        _hint(finding) or more,
        f"Case {number} was called with {describe_call(arguments)}.{changed}",
        f"Are these two slips at once: {both(finding.two)}?" if finding.two else "",
        _written_out(definition, finding.smallest),
        _printed(mine),
        f"To play with it: `failure = {definition.name}.last_failure`.",
    ]
    where = f", all but those where {finding.apart}" if finding.apart else ""
    agree = (
        f"{count} of {len(finding.agreeing)} cases {'agrees' if count == 1 else 'agree'}{where}."
    )
    if mine.failure or mine.value is None:
        agree, *lines = lines
    return _not_yet(definition, agree, *lines)


def _hint(finding: Unexplained) -> str:
    """Say what all wrong results have to do with the right ones, and where the first differs."""
    relation, region = finding.relation, finding.region
    every = f"In every case that fails: {relation.name}. {relation.advice}" if relation else ""
    rest = "" if region is None or region.is_whole else ", and not all"
    only = f"Only {region.words} differ{rest}." if region else ""
    return f"{every} {only}".strip()


def _written_out(definition: Exercise, example: Example) -> str:
    """Show the smallest call and both results whole, as far as they are small."""
    case, mine, expected = example
    arguments = definition.arguments(case)
    given = {name: whole(value, 16, 200, 4) for name, value in arguments.items()}
    call = ", ".join(f"{name} = {text}" for name, text in given.items())
    if not all(given.values()) or len(call) > 300:
        call = describe_call(arguments, 300)
    yours = mine.failure.in_words() if mine.failure else whole(mine.value)
    right = "" if expected.failure else whole(expected.value)
    values = (
        f" Yours is {yours}, expected is {right}." if yours and right and yours != right else ""
    )
    return f"The smallest input that fails: {call}.{values}"


def _difference(definition: Exercise, mine: Outcome, expected: Outcome) -> tuple[str, str]:
    """Say how two outcomes differ first, and what else helps."""
    if mine.failure:
        where = f" in {mine.failure.line}" if mine.failure.line else ""
        hint = " (Does it call itself without end?)" * (mine.failure.kind is RecursionError)
        return (
            f"Your function raises {mine.failure.kind.__name__}{where}.",
            f"The message: {mine.failure.message or 'none'}{hint}",
        )
    if expected.failure:
        kind = expected.failure.kind.__name__
        return f"A {kind} should be raised here, yours returns {describe(mine.value)}.", ""
    if mine.value is None:
        return (
            "Your function returns None: is a return missing?",
            "What changes a list in place gives None, too: list.sort(), list.append(), ...",
        )
    found = compared(mine.value, expected.value, definition.sameness)
    return (first(found), detail(found)) if found else ("", "")


def _printed(mine: Outcome) -> str:
    lines = [line.strip() for line in mine.printed.splitlines() if line.strip()]
    return shorten(f"It printed: {' / '.join(lines)}", 200) if lines else ""
