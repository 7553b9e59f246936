"""The exercises of the lesson on ELMo, in its order."""

from workbook.exercises import exercise_packages

EXERCISES = exercise_packages(__name__)
TASKS = ("questions",)  # not graded; the lesson's room checks it
