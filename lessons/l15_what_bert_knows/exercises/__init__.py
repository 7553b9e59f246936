"""The exercises of this lesson, in its order."""

from lessons.l15_what_bert_knows.exercises import sum_of_squares

EXERCISES = (sum_of_squares,)

__all__ = ["EXERCISES", "sum_of_squares"]
