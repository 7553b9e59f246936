"""The exercises of the tour."""

from workbook.exercises import exercise_packages

EXERCISES = exercise_packages(__name__)
