"""The exercises of the lesson on what BERT knows, in its order."""

from lessons.l15_what_bert_knows.exercises import all_right, control_labels, mirrored

EXERCISES = (
    control_labels,
    mirrored,
    all_right,
)
TASKS = ("friends_split",)  # without a grade; the room checks it

__all__ = [
    "EXERCISES",
    "TASKS",
    "all_right",
    "control_labels",
    "mirrored",
]
