"""The exercises of the lesson on trained sentence vectors, in its order."""

from lessons.l14_sentence_bert.exercises import (
    max_sim,
    nearest_others,
    pair_features,
    triplet_loss,
)

EXERCISES = (
    pair_features,
    triplet_loss,
    nearest_others,
    max_sim,
)
TASKS = "paired_draw", "your_scores"  # without a grade; the room checks them

__all__ = [
    "EXERCISES",
    "TASKS",
    "max_sim",
    "nearest_others",
    "pair_features",
    "triplet_loss",
]
