"""The exercises of the lesson on looking at attention, in its order."""

from workbook.exercises import exercise_packages

EXERCISES = exercise_packages(__name__)
TASKS = ("designed",)  # not graded; the lesson's room checks it
