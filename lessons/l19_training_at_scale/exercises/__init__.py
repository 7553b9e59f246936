"""The exercises of the lesson on training at scale and on BERT in 2026, in its order."""

from workbook.exercises import exercise_packages

EXERCISES = exercise_packages(__name__)
