"""The exercises of the lesson on neural language models, in its order."""

from workbook.exercises import exercise_packages

EXERCISES = exercise_packages(__name__)
TASKS = ("your_step",)  # not graded; the lesson's room checks it
