"""What a check finds, as data: the words are made of it, and what is kept is taken from it."""

from collections.abc import Sequence
from typing import NamedTuple

from workbook.exercises.calls.sandbox import Stopped
from workbook.exercises.definition import Misconception, Named
from workbook.exercises.heuristics.positions import Region
from workbook.exercises.heuristics.smallest import Example


class Correct(NamedTuple):
    """The function agrees with the reference on all cases."""

    num_cases: int


class OtherParameters(NamedTuple):
    """The parameters are not the reference's."""

    wanted: str
    given: str


class NoEnd(NamedTuple):
    """The function did not come to its end."""

    why: Stopped
    num_cases: int


class ChangedNames(NamedTuple):
    """The function leaves something behind for everybody."""

    names: Sequence[str]


class ChangedInput(NamedTuple):
    """The function returns the right thing, but changes an argument in place."""

    argument: str
    is_list: bool


class KnownMisconception(NamedTuple):
    """The results are those of a misconception; with the first case on which they are wrong."""

    misconception: Misconception | Named
    first: Example


class Unexplained(NamedTuple):
    """The function is wrong in a way nobody foresaw.

    Attributes:
        failing: The cases that fail. The sizes of the first all differ, so it shows what kind of
            mistake it is.
        smallest: The smallest input that fails, which can be followed by hand.
        agreeing: Which of the exercise's own cases are right.
        two: Two misconceptions that together give what the student's function gives, if any.
        apart: What sets the cases that fail apart, or ``""``.
        relation: Of the wrong results to the right ones, the same in all cases that fail.
        region: Where the result of the first case that fails is wrong.
    """

    failing: Sequence[Example]
    smallest: Example
    agreeing: Sequence[bool]
    two: Sequence[Misconception | Named] = ()
    apart: str = ""
    relation: Named | None = None
    region: Region | None = None


Finding = (
    Correct
    | OtherParameters
    | NoEnd
    | ChangedNames
    | ChangedInput
    | KnownMisconception
    | Unexplained
)


def misconception_of(finding: Finding) -> str | None:
    """Return what a finding calls the mistake, or None: two at once are ``*one* and *other*``."""
    match finding:
        case KnownMisconception(misconception):
            return misconception.name
        case ChangedInput(argument):
            return f"`{argument}` is changed in place"
        case ChangedNames():
            return "what others use is changed"
        case Unexplained(two=two) if two:
            return both(two)
    return None


def status_of(finding: Finding) -> str:
    """Return ``"solved"``, ``"named"``, ``"wrong"`` or ``"stopped"``."""
    if isinstance(finding, Correct):
        return "solved"
    if isinstance(finding, NoEnd):
        return "stopped"
    return "named" if misconception_of(finding) else "wrong"


def example_of(finding: Finding) -> Example | None:
    """Return the failing case that a finding shows, or None."""
    match finding:
        case KnownMisconception(first=example) | Unexplained(smallest=example):
            return example
    return None


def both(two: Sequence[Misconception | Named]) -> str:
    """Name two misconceptions at once."""
    return " and ".join(f"*{one.name}*" for one in two)
