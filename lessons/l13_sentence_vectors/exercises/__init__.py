"""The exercises of this lesson, in its order."""

from lessons.l13_sentence_vectors.exercises import sum_of_squares

EXERCISES = (sum_of_squares,)

__all__ = ["EXERCISES", "sum_of_squares"]
