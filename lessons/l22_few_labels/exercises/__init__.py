"""The exercises of the lesson on few labels, in its order."""

from workbook.exercises import exercise_packages

EXERCISES = exercise_packages(__name__)
