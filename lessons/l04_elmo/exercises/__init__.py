"""The exercises of the lesson on ELMo, in its order."""

from lessons.l04_elmo.exercises import both_targets, join_directions, nearest_agrees, scalar_mix

EXERCISES = (
    both_targets,
    join_directions,
    nearest_agrees,
    scalar_mix,
)
TASKS = ("next_states", "questions")  # without a grade; the lesson's room checks them

__all__ = ["EXERCISES", "TASKS", "both_targets", "join_directions", "nearest_agrees", "scalar_mix"]
