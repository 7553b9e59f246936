"""The exercises of the lesson on the way from text to input, in its order."""

from workbook.exercises import exercise_packages

EXERCISES = exercise_packages(__name__)
TASKS = ("same_to_bert", "friends_batch")  # not graded; the lesson's room checks them
