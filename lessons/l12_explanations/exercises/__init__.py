"""The exercises of the lesson on explanations, in its order."""

from bertlab.exercises.shapley_deletion import deletion_curve
from bertlab.exercises.shapley_groups import show_group
from bertlab.exercises.shapley_values import shapley_value
from bertlab.exercises.shapley_weights import group_weights

EXERCISES = (group_weights, shapley_value, show_group, deletion_curve)

__all__ = ["EXERCISES", "deletion_curve", "group_weights", "shapley_value", "show_group"]
