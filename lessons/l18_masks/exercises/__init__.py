"""The exercises of the lesson on masks as programs, in its order."""

from workbook.exercises import exercise_packages

EXERCISES = exercise_packages(__name__)
