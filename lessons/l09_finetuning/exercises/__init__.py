"""The exercises of the lesson on fine-tuning, in its order."""

from bertlab.exercises.finetuning_accumulation import accumulated_updates
from bertlab.exercises.finetuning_buckets import bucketed_batches
from bertlab.exercises.finetuning_epoch import epoch_figures
from bertlab.exercises.finetuning_mix import mixed_cls
from bertlab.exercises.finetuning_stopping import early_stopping

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
