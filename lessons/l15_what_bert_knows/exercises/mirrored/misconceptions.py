"""The misconceptions about ``mirrored``, each a wrong function with advice."""

from collections.abc import Callable, Sequence

from workbook.exercises import Misconception

Wordings = Sequence[tuple[str, str]]
Mirror = Callable[[str, str, Wordings], list[str]]


def _reworded(warrant: str, wordings: Wordings) -> str:
    for plain, negated in wordings:
        if negated in warrant:
            return warrant.replace(negated, plain)
        if plain in warrant:
            return warrant.replace(plain, negated)
    return warrant


def _without(warrant: str, wordings: Wordings) -> str:
    for plain, negated in wordings:
        warrant = warrant.replace(negated, plain)
    return warrant


def _with(warrant: str, wordings: Wordings) -> str:
    for plain, negated in wordings:
        warrant = warrant.replace(plain, negated)
    return warrant


def _not_alone(warrant: str, wordings: Wordings) -> str:
    """Take *not* away or put it in, and leave the word behind it."""
    if "not " in warrant:
        return warrant.replace("not ", "")
    for plain, _ in wordings:
        warrant = warrant.replace(plain, f"not {plain}")
    return warrant


def _opposite(warrant: str, wordings: Wordings) -> str:
    """Exchange the word, and leave *not* where it is."""
    for plain, negated in wordings:
        word = negated.removeprefix("not ")
        if word in warrant:
            return warrant.replace(word, plain)
        if plain in warrant:
            return warrant.replace(plain, word)
    return warrant


def _each(change: Callable[[str, Wordings], str]) -> Mirror:
    """Return a function that changes both warrants."""
    return lambda right, wrong, wordings: [change(right, wordings), change(wrong, wordings)]


MISCONCEPTIONS = (
    Misconception(
        "the two warrants change places",
        "Then the cue has moved, but the wrong warrant counts as right. Leave each warrant where "
        "it is, and reword it.",
        lambda right, wrong, wordings: [wrong, right],
    ),
    Misconception(
        "*not* is moved, and the word behind it stays",
        "not expensive and expensive say the opposite. A warrant must mean the same as before, so "
        "exchange the whole phrase.",
        _each(_not_alone),
    ),
    Misconception(
        "the word is exchanged, and *not* stays where it is",
        "Then both warrants say the opposite, and the cue is still in the same one. Exchange the "
        "whole phrase, with its not.",
        _each(_opposite),
    ),
    Misconception(
        "only the right warrant is reworded",
        "Then both have not, or neither. Reword the wrong one as well.",
        lambda right, wrong, wordings: [_reworded(right, wordings), wrong],
    ),
    Misconception(
        "only the wrong warrant is reworded",
        "Then both have not, or neither. Reword the right one as well.",
        lambda right, wrong, wordings: [right, _reworded(wrong, wordings)],
    ),
    Misconception(
        "no warrant has *not* any more",
        "The cue is gone, but it should point to the other warrant. Reword in both directions, and "
        "each warrant only once: a second replacement can undo the first.",
        _each(_without),
    ),
    Misconception(
        "both warrants have *not*",
        "The cue is gone, but it should point to the other warrant. Reword in both directions, and "
        "each warrant only once: a second replacement can undo the first.",
        _each(_with),
    ),
    Misconception(
        "nothing is changed",
        "A text cannot be changed in place: replace returns a new one, which you have to keep.",
        lambda right, wrong, wordings: [right, wrong],
    ),
    Misconception(
        "the warrants are reworded, and then change places",
        "The cue has moved twice, and so it points to the first warrant again. Return the right "
        "warrant first.",
        lambda right, wrong, wordings: [_reworded(wrong, wordings), _reworded(right, wordings)],
    ),
)
