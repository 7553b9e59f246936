"""The question: the sine and cosine vectors that say where a token stands."""

from workbook.exercises import Case, Question

QUESTION = Question(
    name="sinusoidal_positions",
    cases=lambda: [Case((5, 4)), Case((3, 8)), Case((11, 6)), Case((1, 6)), Case((20, 2))],
    difficulty=3,
    minutes=8,
    tolerance=1e-5,
)
