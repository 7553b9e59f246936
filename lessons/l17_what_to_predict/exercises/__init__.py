"""The exercises of this lesson, in its order."""

from lessons.l17_what_to_predict.exercises import sum_of_squares

EXERCISES = (sum_of_squares,)

__all__ = ["EXERCISES", "sum_of_squares"]
