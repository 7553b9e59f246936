"""The question: which models no other one beats."""

import random

from workbook.exercises import Case, Question


def _drawn(number: int, seed: int) -> Case:
    """Draw points on a small grid, so that some are equal in one number or in both."""
    generator = random.Random(seed)
    return Case(([(generator.randint(1, 6), generator.randint(70, 75)) for _ in range(number)],))


def _cases() -> list[Case]:
    return [
        Case(([(12, 84), (6, 83), (7, 82), (3, 80)],)),
        Case(([(5, 80)],)),
        Case(([(5, 80), (5, 80), (6, 79)],)),  # equal ones
        Case(([(5, 80), (9, 88), (4, 80), (9, 90)],)),  # beaten in one number only
        Case(([(3.5, 71.25), (2.25, 70.5), (8.0, 90.0), (1.5, 60.0), (5.5, 80.0)],)),
        Case(([(1, 90), (2, 89), (3, 91), (3, 91)],)),
        *(_drawn(number, seed) for seed, number in enumerate((7, 9, 12), start=1)),
    ]


QUESTION = Question(name="frontier", cases=_cases, difficulty=3, minutes=8)
