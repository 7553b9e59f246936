"""The exercises of the n-gram lesson, in its order."""

from workbook.exercises import exercise_packages

EXERCISES = exercise_packages(__name__)
# Not graded; the lesson's room checks them.
TASKS = ("write", "best_order")
