"""The exercises on how weights are updated: the learning rate, and what decays."""

from bertlab.exercises.optimization_decay import decay_groups
from bertlab.exercises.optimization_schedule import learning_rate

EXERCISES = (learning_rate, decay_groups)

__all__ = ["EXERCISES", "decay_groups", "learning_rate"]
