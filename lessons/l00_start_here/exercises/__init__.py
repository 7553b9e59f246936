"""The exercises of the tour."""

from lessons.l00_start_here.exercises import cosine, right_comparisons

EXERCISES = (cosine, right_comparisons)

__all__ = ["EXERCISES", "cosine", "right_comparisons"]
