"""The exercises of this lesson, in its order."""

from lessons.l13_sentence_vectors.exercises import contrast, mean_pair_cosine, whitened_cosines

EXERCISES = (mean_pair_cosine, whitened_cosines, contrast)
TASKS = (
    "lead_interval",
    "uncouple",
    "two_readings",
)  # not graded; the lesson's room checks them

__all__ = ["EXERCISES", "TASKS", "contrast", "mean_pair_cosine", "whitened_cosines"]
