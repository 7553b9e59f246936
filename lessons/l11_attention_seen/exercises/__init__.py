"""The exercises of the lesson on looking at attention, in its order."""

from bertlab.exercises.looking_entropy import attention_entropy
from bertlab.exercises.looking_previous import previous_token_share
from bertlab.exercises.looking_removal import output_without_head
from bertlab.exercises.looking_separator import separator_share

EXERCISES = (previous_token_share, attention_entropy, separator_share, output_without_head)

__all__ = [
    "EXERCISES",
    "attention_entropy",
    "output_without_head",
    "previous_token_share",
    "separator_share",
]
