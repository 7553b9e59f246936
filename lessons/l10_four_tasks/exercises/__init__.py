"""The exercises of the lesson on one encoder for four tasks, in its order."""

from workbook.exercises import exercise_packages

EXERCISES = exercise_packages(__name__)
TASKS = ("make_pairs",)  # not graded; the lesson's room checks it
