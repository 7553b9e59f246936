"""The exercises of the lesson on what to mask, in its order."""

from lessons.l16_what_to_mask.exercises import hide_words, seed_interval, soft_mask

EXERCISES = (
    hide_words,
    seed_interval,
    soft_mask,
)
TASKS = ("show_spans",)  # without a grade; the room checks it

__all__ = [
    "EXERCISES",
    "TASKS",
    "hide_words",
    "seed_interval",
    "soft_mask",
]
