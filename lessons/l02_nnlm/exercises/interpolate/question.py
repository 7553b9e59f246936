"""The question, with its cases.

Return the log of weight times one model's probability plus the rest of the other's.
"""

import numpy as np

from workbook.exercises import Case, Question


def _interpolate_cases() -> list[Case]:
    draw = np.random.default_rng(0)
    return [
        Case((np.log([0.5, 0.01, 0.2]), np.log([0.1, 0.3, 0.2]), 0.25)),
        Case((-draw.exponential(3, 7), -draw.exponential(3, 7), 0.6)),
        Case((-draw.exponential(3, 4), -draw.exponential(3, 4), 0.9)),
        Case((-draw.exponential(3, 3), -draw.exponential(3, 3), 0.0)),
        Case((-draw.exponential(3, 2), -draw.exponential(3, 2), 1.0)),
        Case((np.array([-30.0, -28.0, -3.0]), np.array([-33.0, -29.0, -40.0]), 0.5)),  # rare words
    ]


QUESTION = Question(
    name="interpolate",
    cases=_interpolate_cases,
    difficulty=2,
    minutes=6,
)
