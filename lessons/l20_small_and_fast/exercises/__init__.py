"""The exercises of the lesson on small and fast models, in its order."""

from workbook.exercises import exercise_packages

EXERCISES = exercise_packages(__name__)
