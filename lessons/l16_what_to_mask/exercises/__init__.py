"""The exercises of the lesson on what to mask, in its order."""

from workbook.exercises import exercise_packages

EXERCISES = exercise_packages(__name__)
