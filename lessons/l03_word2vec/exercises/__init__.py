"""The exercises of the word2vec lesson, in its order."""

from workbook.exercises import exercise_packages

EXERCISES = exercise_packages(__name__)
TASKS = ("SkipGram",)  # not graded; the lesson's room checks it
