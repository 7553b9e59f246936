"""The exercises of the lesson on the way from text to input, in its order."""

from lessons.l06_text_to_input.exercises import (
    best_pair,
    head_and_tail,
    longest_match,
    pad_batch,
    pair_input,
    shorten_pair,
)

EXERCISES = (
    best_pair,
    longest_match,
    pair_input,
    pad_batch,
    head_and_tail,
    shorten_pair,
)
TASKS = "same_to_bert", "friends_batch", "reply_loss"  # without a grade; the room checks them

__all__ = [
    "EXERCISES",
    "TASKS",
    "best_pair",
    "head_and_tail",
    "longest_match",
    "pad_batch",
    "pair_input",
    "shorten_pair",
]
