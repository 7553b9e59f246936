"""The exercises of this lesson, in its order."""

from workbook.exercises import exercise_packages

EXERCISES = exercise_packages(__name__)
# Not graded; the lesson's room checks them.
TASKS = ("lead_interval", "uncouple", "two_readings")
