"""The exercises of the lesson on explanations, in its order."""

from lessons.l12_explanations.exercises import (
    deletion_curve,
    group_weights,
    integrated_gradients,
    shapley_value,
    show_group,
)

EXERCISES = (
    group_weights,
    shapley_value,
    show_group,
    deletion_curve,
    integrated_gradients,
)

__all__ = [
    "EXERCISES",
    "deletion_curve",
    "group_weights",
    "integrated_gradients",
    "shapley_value",
    "show_group",
]
