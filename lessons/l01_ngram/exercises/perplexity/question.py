"""The question, with its cases.

Return exp of the mean negative log over all predictions; infinite if a probability is 0.
"""

import random

from workbook.exercises import Case, Question


def _perplexity_cases() -> list[Case]:
    draw = random.Random(0).uniform
    return [
        Case(([[0.5, 0.25, 0.125], [0.5, 0.01]],)),
        Case(([[0.2], [0.1, 0.9, 0.3, 0.4], [0.7, 0.05]],)),
        Case(([[0.3, 0.2], [0.0, 0.4, 0.1]],)),
        Case(([[0.25]],)),
        Case(([[0.3, 0.0], [0.2]],)),
        Case(([[0.5, 0.25], [1.0], [0.5, 0.25], [1e-12, 0.5]],)),  # sure, and nearly impossible
        Case(([[draw(0.001, 0.02) for _ in range(400)]],)),  # one sentence is too long as well
        Case(([[draw(0.001, 0.02) for _ in range(5 + i % 7)] for i in range(60)],)),
    ]


QUESTION = Question(
    name="perplexity",
    cases=_perplexity_cases,
    difficulty=2,
    minutes=7,
    tolerance=1e-5,  # logarithms of float32 are right as well
    exact_types=True,
)
