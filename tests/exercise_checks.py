"""What the tests of all exercise modules share.

``tests/lessons/test_all_exercises.py`` calls ``check_exercise_module``. Where misconceptions are
wrong functions, a lesson's test writes each a second time, in another way than the module does, and
states with ``assert_named`` that it is recognized.
"""

import inspect
from collections.abc import Callable, Iterator, Mapping
from types import ModuleType, SimpleNamespace
from typing import Any, get_args, get_type_hints
from unittest import mock

import jaxtyping
import numpy as np
from torch import Tensor

from workbook.exercises import Case, Exercise, check, diagnose, load
from workbook.exercises.check import Verdict
from workbook.exercises.expected import expectation, matching, misconception_outcomes


def loaded(exercises: ModuleType) -> SimpleNamespace:
    """Return a lesson's exercises by name, each put together, and ``EXERCISES`` in their order."""
    definitions = tuple(load(package) for package in exercises.EXERCISES)
    for package, definition in zip(exercises.EXERCISES, definitions, strict=True):
        assert package.__name__ == f"{exercises.__name__}.{definition.folder}", "folder is not name"
    return SimpleNamespace(EXERCISES=definitions, **{d.name: d for d in definitions})


def diagnosis(definition: Exercise, function: Callable[..., Any]) -> str:
    """Return what a student would read."""
    return checked(diagnose(definition, function)).text


def checked(verdict: Verdict) -> Verdict:
    """State what holds for every answer: short, calm and honest about what runs instead."""
    lines = verdict.text.split("\n")
    assert len(lines) <= 9, f"an answer has at most 9 lines, got {len(lines)}: {verdict.text}"
    assert verdict.right != ("stands in" in verdict.text)
    return verdict


def assert_named(definition: Exercise, function: Callable[..., Any], name: str) -> None:
    """State that a wrong function is answered with the name and the advice of a misconception."""
    (misconception,) = [m for m in definition.misconceptions if m.name == name]
    verdict = checked(diagnose(definition, function, apart=False))  # it ends: no rehearsal
    assert verdict.misconception == name, f"expected {name!r}, answered: {verdict.text}"
    assert f"common slip: {name}.\n{misconception.advice}\n" in verdict.text


def assert_rejected(definition: Exercise, wrong: Callable[..., Any]) -> None:
    """State that a wrong function is not accepted, whatever it is told."""
    verdict = checked(_diagnose_any_signature(definition, wrong))
    assert not verdict.right, f"{definition.name}: a wrong answer is accepted"


def check_exercise_module(module: ModuleType | SimpleNamespace, at_least: int = 3) -> None:
    """State what holds for every module of exercises, and for each exercise in it."""
    definitions = module.EXERCISES
    assert isinstance(definitions, tuple), "EXERCISES is a tuple"
    assert len(definitions) >= at_least, f"a lesson has at least {at_least} exercises"
    for definition in definitions:
        assert getattr(module, definition.name, None) is definition, (
            f"{definition.name} should be the exercise of that name"
        )
        check_exercise(definition)


def check_exercise(definition: Exercise) -> None:
    """State that the solution passes, and that each slip is caught and told from the others."""
    assert inspect.getdoc(definition.reference), f"{definition.name}: no docstring to overview"
    verdict = checked(diagnose(definition, definition.reference))
    assert verdict.right, f"the reference fails its own check: {verdict.text}"
    for case in expectation(definition)[0]:
        given, allows = definition.arguments(case), definition.allows
        assert allows is None or allows(**given), f"{definition.name}: a case breaks its limits"
    _check_words(definition)
    _check_separation(definition)
    _check_axes(definition)


def _check_words(definition: Exercise) -> None:
    for misconception in definition.misconceptions:
        for text in (misconception.name, misconception.advice):
            assert "!" not in text, f"{definition.name}: no exclamation marks: {text}"
            assert len(text) <= 300, f"{definition.name}: too long for a line of advice: {text}"


def _check_separation(definition: Exercise) -> None:
    """State that each slip is told from the others: by what it made of the cases, run once."""
    cases, _ = expectation(definition)
    wrongs = [wrong for slip in definition.misconceptions for wrong in (slip.wrong, *slip.variants)]
    for (misconception, outcomes, _), wrong in zip(
        misconception_outcomes(definition), wrongs, strict=True
    ):
        label = f"{definition.name}: {misconception.name!r}"
        failures = [outcome.failure for outcome in outcomes if outcome.failure]
        assert len(failures) < len(cases), f"{label} raises on every case: {failures[0]}"
        matches = [match.name for match in matching(definition, outcomes)]
        assert matches == [misconception.name], f"{label} cannot be told from {matches}"
        with mock.patch.object(check, "outcomes_of", return_value=outcomes):
            verdict = checked(_diagnose_any_signature(definition, wrong))
        assert not verdict.right, f"{label} equals the reference on every case"
        assert verdict.misconception == misconception.name, f"{label}: {verdict.text}"
    first = definition.misconceptions[0]
    verdict = checked(_diagnose_any_signature(definition, first.wrong))
    assert verdict.misconception == first.name, f"{definition.name}: {verdict.text}"


def _diagnose_any_signature(definition: Exercise, wrong: Callable[..., Any]) -> Verdict:
    """Diagnose a misconception, whose parameters may have names of their own."""
    if definition.tried:
        return diagnose(definition, wrong, apart=False)

    def renamed(*args: Any, **kwargs: Any) -> Any:
        return wrong(*args, **kwargs)

    renamed.__signature__ = inspect.signature(definition.reference)  # type: ignore[attr-defined]
    return diagnose(definition, renamed, apart=False)


def _check_axes(definition: Exercise) -> None:
    """State that different axes have different sizes, or a transpose could go unnoticed.

    Sizes are read off the jaxtyping annotations of the reference. Tensors without any must not be
    square in every case.
    """
    cases, _ = expectation(definition)
    squares: dict[str, list[bool]] = {}
    for number, case in enumerate(cases):
        named: dict[str, int] = {}
        for argument, value in _tensors(definition.arguments(case)):
            axes = _axes(definition.tried or definition.reference, argument)
            if axes and len(axes) == len(value.shape):
                named.update({a: n for a, n in zip(axes, value.shape, strict=True) if n > 1})
            else:
                sizes = [size for size in value.shape if size > 1]
                squares.setdefault(argument, []).append(len(set(sizes)) == 1 < len(sizes))
        assert len(set(named.values())) == len(named), (
            f"{definition.name}: axes of case {number} share a size: {named}"
        )
    for argument, square in squares.items():
        assert not all(square), f"{definition.name}: {argument} is square in every case"


def _tensors(arguments: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    return ((n, v) for n, v in arguments.items() if isinstance(v, Tensor | np.ndarray))


def _axes(reference: Callable[..., Any], argument: str) -> tuple[str, ...]:
    """Read the axis names off an annotation: ``Float[Tensor, "B T"] | None`` -> ``("B", "T")``."""
    hint = get_type_hints(reference).get(argument)
    for option in (hint, *get_args(hint)):
        if isinstance(option, type) and issubclass(option, jaxtyping.AbstractArray):
            return tuple(option.dim_str.split())
    return ()


def solve(definition: Exercise, case: int = 0) -> tuple[Case, Any]:
    """Return a case and the reference's result on it, for tests that work one out by hand."""
    cases, expected = expectation(definition)
    return cases[case], expected[case].value
