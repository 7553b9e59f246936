"""The exercises of the lesson on looking at attention, in its order."""

from lessons.l11_attention_seen.exercises import (
    attention_entropy,
    output_without_head,
    previous_token_share,
    separator_share,
)

EXERCISES = (
    previous_token_share,
    attention_entropy,
    separator_share,
    output_without_head,
)

__all__ = [
    "EXERCISES",
    "attention_entropy",
    "output_without_head",
    "previous_token_share",
    "separator_share",
]
