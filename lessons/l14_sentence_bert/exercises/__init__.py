"""The exercises of the lesson on trained sentence vectors, in its order."""

from workbook.exercises import exercise_packages

EXERCISES = exercise_packages(__name__)
# Not graded; the lesson's room checks them.
TASKS = ("your_scores",)
