"""The exercises of the lesson on fine-tuning, in its order."""

from workbook.exercises import exercise_packages

EXERCISES = exercise_packages(__name__)
# Not graded; the lesson's room checks them.
TASKS = ("friends_loop", "reader_of_files")
