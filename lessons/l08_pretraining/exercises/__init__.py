"""The exercises of the lesson on pre-training, in its order."""

from lessons.l08_pretraining.exercises import (
    by_fate,
    choose_and_mask,
    pretraining_loss,
    sentence_pair,
)

EXERCISES = (
    sentence_pair,
    choose_and_mask,
    pretraining_loss,
    by_fate,
)
TASKS = (
    "friends_mask",
    "factor",
    "rule",
    "visit",
    "free_part",
    "ends",
)  # without a grade; the lesson's room checks them

__all__ = [
    "EXERCISES",
    "TASKS",
    "by_fate",
    "choose_and_mask",
    "pretraining_loss",
    "sentence_pair",
]
