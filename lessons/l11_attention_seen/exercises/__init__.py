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
TASKS = (
    "passes_control",
    "weight_on_cls",
    "designed",
    "moved_weight",
)  # without a grade; the lesson's room checks them

__all__ = [
    "EXERCISES",
    "TASKS",
    "attention_entropy",
    "output_without_head",
    "previous_token_share",
    "separator_share",
]
