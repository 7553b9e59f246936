"""The exercise of the tour."""

from lessons.l00_start_here.exercises import cosine

EXERCISES = (cosine,)

__all__ = ["EXERCISES", "cosine"]
