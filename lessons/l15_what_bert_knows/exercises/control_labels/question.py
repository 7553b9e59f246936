"""The question: a random label for each type."""

from random import Random

from workbook.exercises import Case, Question


def _case(size: int, kinds: str, seed: int) -> Case:
    """Make tokens of few types, and labels that lean to the first."""
    generator = Random(seed)
    types = generator.choices("過上中大人国年会出", k=size)
    weights = [4, *[1] * (len(kinds) - 1)]
    return Case((types, generator.choices(kinds, weights, k=size), seed))


def _cases() -> list[Case]:
    return [
        Case((["b", "a", "b", "c", "a", "b"], ["n", "v", "n", "n", "d", "n"], 1)),
        _case(12, "nvad", 3),
        _case(20, "nv", 5),
        _case(30, "BI", 7),
        _case(9, "nvadm", 11),
        Case((["x"], ["n"], 0)),
        Case(([], [], 5)),  # no token, no label
        Case(
            (["z", "y", "x", "w", "z", "y", "x", "w"], ["a", "b", "c", "d", "e", "f", "g", "h"], 2)
        ),
        Case((["p", "q", "p", "q", "p"], ["n", "n", "v", "n", "n"], 4)),
    ]


QUESTION = Question(name="control_labels", cases=_cases, difficulty=2, minutes=6)
