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

__all__ = ["EXERCISES", "choose_and_mask", "places_to_mask", "pretraining_loss", "sentence_pair"]
