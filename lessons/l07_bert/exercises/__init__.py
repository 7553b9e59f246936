"""The exercises of the lesson that builds BERT, in its order.

They are plain functions on the tensors of a published file, under the file's own names, so that
what a student writes runs on real weights without a conversion.
"""

from workbook.exercises import exercise_packages

EXERCISES = exercise_packages(__name__)
# Not graded; the lesson's room checks them.
TASKS = ("forward", "names", "where")
