"""The exercises of the lesson on what to predict, in its order."""

from lessons.l17_what_to_predict.exercises import best_cue, best_order, replaced, whole_pairs

EXERCISES = (
    best_cue,
    whole_pairs,
    best_order,
    replaced,
)
TASKS = ("cut_pair",)  # without a grade; the room checks it

__all__ = [
    "EXERCISES",
    "TASKS",
    "best_cue",
    "best_order",
    "replaced",
    "whole_pairs",
]
