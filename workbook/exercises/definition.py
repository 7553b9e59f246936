"""What an exercise consists of: a question with seeded cases, a reference, and misconceptions."""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from types import MappingProxyType, ModuleType
from typing import Any, NamedTuple


class Strict(float):
    """A tolerance of values that leaves none for their types."""


class Case(NamedTuple):
    """The arguments of one call: ``Case((query, key), {"mask": mask})``."""

    args: tuple[Any, ...]
    kwargs: Mapping[str, Any] = MappingProxyType({})


class Named(NamedTuple):
    """The words for a slip, as a misconception has them.

    Attributes:
        name: A clause that finishes "your result matches a common slip:", with no full stop.
        advice: One or two sentences that say what to do instead, and why.
    """

    name: str
    advice: str


@dataclass(frozen=True)
class Misconception:
    """A slip that students make, as a wrong implementation with a word of advice.

    Attributes:
        name: A clause that finishes "your result matches a common slip:", with no full stop.
        advice: One or two sentences that say what to do instead, and why.
        wrong: The slip. It may break down (raise) on some of the cases.
        variants: The same slip written in ways that give other numbers, say with -inf for -10000.
    """

    name: str
    advice: str
    wrong: Callable[..., Any]
    variants: tuple[Callable[..., Any], ...] = ()

    def __post_init__(self) -> None:
        if not self.name.strip() or self.name.endswith("."):
            raise ValueError(f"a slip's name is a clause without a full stop, got {self.name!r}")
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
        exact_types: Whether the text names the type of the result, its dtype with its width, so
            that a number does not do for a tensor without axes, nor float32 for float64.
        allows: Tells of the arguments of a call whether the text allows them, where smaller inputs
            than the cases may break its limits; None if any smaller input will do.
    """

    name: str
    cases: Callable[[], Sequence[Case]]
    difficulty: int
    minutes: int
    tolerance: float = 1e-6
    timeout: float = 3.0
    exact_types: bool = False
    allows: Callable[..., bool] | None = None

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
        reference: The right implementation. It stands in until the student's is right. Where it
            raises an error on a case, the student's function has to raise one of the same type.
        misconceptions: At least four.
        why: Two sentences that say why the reference is as it is, or ``""``.
    """

    reference: Callable[..., Any]
    misconceptions: tuple[Misconception, ...]
    why: str = ""

    def __post_init__(self) -> None:
        super().__post_init__()
        names = [misconception.name for misconception in self.misconceptions]
        if len(names) < 4:
            raise ValueError(f"{self.name} needs at least 4 misconceptions, got {len(names)}")
        if len(set(names)) < len(names):
            raise ValueError(f"{self.name} needs misconceptions of different names, got {names}")


@cache
def load(package: ModuleType) -> Exercise:
    """Put an exercise together from the three modules of its package.

    Args:
        package: With ``question.QUESTION``, ``reference`` (a function of the question's name, and
            ``WHY`` if there is one) and ``misconceptions.MISCONCEPTIONS``. Each of the three can be
            imported without the others (the reference may be used by the misconceptions).
    """
    question: Question = import_module(f"{package.__name__}.question").QUESTION
    answer = import_module(f"{package.__name__}.reference")
    slips = import_module(f"{package.__name__}.misconceptions").MISCONCEPTIONS
    return Exercise(
        **vars(question),
        reference=getattr(answer, question.name),
        misconceptions=slips,
        why=getattr(answer, "WHY", ""),
    )


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
