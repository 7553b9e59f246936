"""The question: facts that belong to another word."""

from collections.abc import Mapping
from typing import Any, NamedTuple

from workbook.exercises import Case, Question

Facts = dict[str, list[list[str]]]


class Result(NamedTuple):
    """What came back, and its words in their order, which a comparison of dicts leaves out."""

    facts: Any
    words: list[Any]


def tried(function: Any, facts: Facts) -> Result:
    """Return what a function makes of facts, with the order of its words."""
    given = function(facts)
    return Result(given, list(given) if isinstance(given, Mapping) else [])


def _facts(**texts: str) -> Case:
    """Write facts as texts: ``_facts(cello="is an instrument, has four strings")``."""
    parts = {word: text.split(", ") if text else [] for word, text in texts.items()}
    return Case(({word: [fact.split() for fact in own] for word, own in parts.items()},))


def _cases() -> list[Case]:
    return [
        _facts(heavy="means hard to lift", cello="is an instrument, has four strings"),
        _facts(
            violin="is small, is an instrument",
            cello="has four strings",
            heavy="means hard to lift, is no color, describes things",
        ),
        _facts(cello="is an instrument, has four strings"),  # no other word
        _facts(heavy="", viola="is an instrument", cello="is an instrument", bow="of horse hair"),
        _facts(
            piano="has keys, has pedals", drum="is loud", cello="", flute="is thin", bell="rings"
        ),
        _facts(cello=""),
        Case(({},)),
    ]


QUESTION = Question(name="wrong_facts", tried=tried, cases=_cases, difficulty=2, minutes=6)
