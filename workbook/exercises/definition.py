"""What an exercise consists of: a question with seeded cases, a reference, and misconceptions."""

import inspect
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from types import MappingProxyType
from typing import Any, NamedTuple, cast


class Strict(float):
    """A tolerance of values that leaves none for their types."""


class Case(NamedTuple):
    """The arguments of one call: ``Case((query, key), {"mask": mask})``."""

    args: tuple[Any, ...]
    kwargs: Mapping[str, Any] = MappingProxyType({})


class Named(NamedTuple):
    """The words for a mistake, as a misconception has them.

    Attributes:
        name: A clause that finishes "your result matches a common slip:", with no full stop.
        advice: One or two sentences that say what to do instead, and why.
    """

    name: str
    advice: str


@dataclass(frozen=True)
class Misconception:
    """A mistake that students make, as a wrong implementation with a word of advice.

    Attributes:
        name: A clause that finishes "your result matches a common slip:", with no full stop.
        advice: One or two sentences that say what to do instead, and why.
        wrong: The mistake. It may break down (raise) on some of the cases.
        variants: The same in ways that give other numbers, say with -inf for -10000.
        edits: Its forms as edits of the reference, where it is one (``edits.py``).
    """

    name: str
    advice: str
    wrong: Callable[..., Any]
    variants: tuple[Callable[..., Any], ...] = ()
    edits: tuple[tuple[str, ...], ...] = ()

    def __post_init__(self) -> None:
        if not self.name.strip() or self.name.endswith("."):
            raise ValueError(
                f"a misconception's name is a clause without a full stop, got {self.name!r}"
            )
        if not self.advice.strip().endswith((".", "?", ")")) or "\n" in self.advice:
            raise ValueError(f"{self.name!r} needs a line of advice, got {self.advice!r}")


@dataclass(frozen=True, eq=False, kw_only=True)
class Question:
    """What an exercise asks: all that is known of it without an answer.

    Attributes:
        name: What the student's function is called.
        cases: Makes the cases, seeded, with every axis of a different size. They have to separate
            the reference and all misconceptions from each other, and are made without either.
        difficulty: From 1 to 5.
        minutes: How long a student is expected to need.
        tolerance: The largest difference that still counts as equal, relative to the larger of 1
            and the expected value.
        timeout: Seconds of CPU time for all cases together.
        graded: Whether it counts; one that does not may have fewer misconceptions.
        exact_types: Whether the text names the type of the result, its dtype with its width, so
            that a number does not do for a tensor without axes, nor float32 for float64.
        allows: Tells of the arguments of a call whether the text allows them, where smaller inputs
            than the cases may break its limits; None if any smaller input will do.
        tried: Where a case is no plain call, as with a class: takes the class or function, then
            the arguments of a case, and returns what is compared.
    """

    name: str
    cases: Callable[[], Sequence[Case]]
    difficulty: int
    minutes: int
    tolerance: float = 1e-6
    timeout: float = 3.0
    graded: bool = True
    exact_types: bool = False
    allows: Callable[..., bool] | None = None
    tried: Callable[..., Any] | None = None

    def called(self, given: Any) -> Callable[..., Any]:
        """Return what is called with a case: a function itself, or what tries it or a class."""
        if self.tried is None:
            return cast(Callable[..., Any], given)
        tried = partial(self.tried, given)

        def called(*args: Any, **kwargs: Any) -> Any:
            return tried(*args, **kwargs)

        called.__name__ = given.__name__
        vars(called)["__signature__"] = inspect.signature(tried)
        if functions := functions_of(given):
            vars(called)["__wrapped__"] = functions[0]  # a failure's line stands in its file
        return called

    @property
    def folder(self) -> str:
        """Its folder among the lesson's exercises: the name, that of a class in small letters."""
        return re.sub(r"(?<=[a-z])(?=[A-Z])", "_", self.name).lower()

    @property
    def sameness(self) -> float:
        """The tolerance, with what it says of types."""
        return Strict(self.tolerance) if self.exact_types else self.tolerance

    def __post_init__(self) -> None:
        if not self.name.isidentifier():
            raise ValueError(f"an exercise is named like a function, got {self.name!r}")
        if not 1 <= self.difficulty <= 5:
            raise ValueError(f"{self.name} needs a difficulty from 1 to 5, got {self.difficulty}")
        if self.minutes < 1 or self.timeout <= 0 or self.tolerance < 0:
            raise ValueError(
                f"{self.name} needs minutes >= 1, timeout > 0 and tolerance >= 0, "
                f"got {self.minutes}, {self.timeout} and {self.tolerance}"
            )

    def checked_cases(self) -> tuple[Case, ...]:
        """Make the cases.

        Raises:
            ValueError: If there is none, or one that is not a ``Case`` with a tuple of arguments.
        """
        cases = tuple(self.cases())
        for case in cases:
            if not isinstance(case, Case) or not isinstance(case.args, tuple):
                raise ValueError(f"{self.name} needs cases like Case((a, b)), got {case!r}")
        if not cases:
            raise ValueError(f"{self.name} needs at least one case, got none")
        return cases


@dataclass(frozen=True, eq=False, kw_only=True)
class Exercise(Question):
    """A question with all that is needed to answer those who try it.

    Attributes:
        reference: The right implementation, a function or a class. It stands in until the
            student's is right. Where it raises an error on a case, the student's function has to
            raise one of the same type.
        misconceptions: At least four, if it is graded.
        why: Two sentences that say why the reference is as it is, or ``""``.
    """

    reference: Callable[..., Any]
    misconceptions: tuple[Misconception, ...]
    why: str = ""

    @property
    def called_reference(self) -> Callable[..., Any]:
        """The reference as a case is called with it."""
        return self.called(self.reference)

    def __post_init__(self) -> None:
        super().__post_init__()
        names = [misconception.name for misconception in self.misconceptions]
        if self.graded and len(names) < 4:
            raise ValueError(f"{self.name} needs at least 4 misconceptions, got {len(names)}")
        if len(set(names)) < len(names):
            raise ValueError(f"{self.name} needs misconceptions of different names, got {names}")

    def arguments(self, case: Case, defaults: bool = False) -> dict[str, Any]:
        """Give the arguments of a case their names; those left out, too, if defaults are wanted."""
        bound = inspect.signature(self.called_reference).bind(*case.args, **case.kwargs)
        if defaults:
            bound.apply_defaults()
        return dict(bound.arguments)


def functions_of(given: Any) -> list[Callable[..., Any]]:
    """Return a function in a list, or the functions that the body of a class defines."""
    if not inspect.isclass(given):
        return [given] if inspect.isfunction(given) else []
    return [part for part in vars(given).values() if inspect.isfunction(part)]


def namespace_of(given: Any) -> dict[str, Any]:
    """Return the global names that a function, or the functions of a class, can see."""
    found = next(iter(functions_of(given)), None)
    return {} if found is None else found.__globals__


def overview(definitions: Sequence[Exercise]) -> str:
    """Write the instructor's page of one lesson's exercises, in Markdown.

    Args:
        definitions: The lesson's exercises, in its order.

    Returns:
        A table of the exercises, then for each of them a table of its misconceptions.
    """
    lines = ["| exercise | difficulty | minutes | slips it names |", "|---|---|---|---|"]
    for definition in definitions:
        lines.append(
            f"| `{definition.name}` | {definition.difficulty} of 5 | {definition.minutes} "
            f"| {len(definition.misconceptions)} |"
        )
    for definition in definitions:
        lines += ["", f"### `{definition.name}`", ""]
        summary = (inspect.getdoc(definition.reference) or "").split("\n")[0]
        lines += [summary, ""] if summary else []
        lines += ["| the slip | the advice |", "|---|---|"]
        for misconception in definition.misconceptions:
            lines.append(f"| {_cell(misconception.name)} | {_cell(misconception.advice)} |")
    return "\n".join(lines) + "\n"


def _cell(text: str) -> str:
    """Keep a bar in a text from ending its table cell."""
    return text.replace("|", "\\|")
