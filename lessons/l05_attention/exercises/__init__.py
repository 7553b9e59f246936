"""The exercises of the lesson on attention and the Transformer encoder, in its order."""

from workbook.exercises import exercise_packages

EXERCISES = exercise_packages(__name__)
