"""The exercises of the lesson on pre-training, in its order."""

from workbook.exercises import exercise_packages

EXERCISES = exercise_packages(__name__)
# Not graded; the room of the lesson checks it.
TASKS = ("ends",)
