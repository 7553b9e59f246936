"""The exercises of the lesson on pre-training, in its order."""

from lessons.l08_pretraining.exercises import (
    choose_and_mask,
    places_to_mask,
    pretraining_loss,
    sentence_pair,
)

EXERCISES = (
    sentence_pair,
    choose_and_mask,
    places_to_mask,
    pretraining_loss,
)
TASKS = (
    "friends_mask",
    "factor",
    "epochs_read",
    "ends",
)  # without a grade; the lesson's room checks them

__all__ = [
    "EXERCISES",
    "TASKS",
    "choose_and_mask",
    "places_to_mask",
    "pretraining_loss",
    "sentence_pair",
]
