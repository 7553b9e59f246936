"""The exercises of the lesson on fine-tuning, in its order."""

from lessons.l09_finetuning.exercises import (
    accumulated_updates,
    bucketed_batches,
    early_stopping,
    epoch_figures,
    mixed_cls,
)

EXERCISES = (
    epoch_figures,
    bucketed_batches,
    accumulated_updates,
    mixed_cls,
    early_stopping,
)

__all__ = [
    "EXERCISES",
    "accumulated_updates",
    "bucketed_batches",
    "early_stopping",
    "epoch_figures",
    "mixed_cls",
]
