"""The exercises of the lesson on what to mask, in its order."""

from lessons.l16_what_to_mask.exercises import hide_words, soft_mask, span_lengths

EXERCISES = (
    hide_words,
    span_lengths,
    soft_mask,
)
TASKS = ("show_spans",)  # without a grade; the room checks it

__all__ = [
    "EXERCISES",
    "TASKS",
    "hide_words",
    "soft_mask",
    "span_lengths",
]
