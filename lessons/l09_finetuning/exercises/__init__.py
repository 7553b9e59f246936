"""The exercises of the lesson on fine-tuning, in its order."""

from lessons.l09_finetuning.exercises import (
    accumulated_updates,
    bucketed_batches,
    early_stopping,
    epoch_figures,
    mixed_cls,
    paired_interval,
)

EXERCISES = (
    epoch_figures,
    paired_interval,
    early_stopping,
    mixed_cls,
    bucketed_batches,
    accumulated_updates,
)

TASKS = ("friends_loop", "reader_of_files")

__all__ = [
    "EXERCISES",
    "TASKS",
    "accumulated_updates",
    "bucketed_batches",
    "early_stopping",
    "epoch_figures",
    "mixed_cls",
    "paired_interval",
]
