"""The exercises of the lesson on pre-training, in its order."""

from bertlab.exercises.pretraining_draws import places_to_mask
from bertlab.exercises.pretraining_losses import pretraining_loss
from bertlab.exercises.pretraining_masks import choose_and_mask
from bertlab.exercises.pretraining_pairs import sentence_pair

EXERCISES = (
    sentence_pair,
    choose_and_mask,
    places_to_mask,
    pretraining_loss,
)

__all__ = [
    "EXERCISES",
    "choose_and_mask",
    "places_to_mask",
    "pretraining_loss",
    "sentence_pair",
]
