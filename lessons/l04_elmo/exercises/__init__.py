"""The exercises of the lesson on ELMo, in its order."""

from lessons.l04_elmo.exercises import both_targets, join_directions, mean_of_words, scalar_mix

EXERCISES = (
    both_targets,
    join_directions,
    scalar_mix,
    mean_of_words,
)
TASKS = ("question",)  # without a grade; the lesson's room checks them

__all__ = ["EXERCISES", "TASKS", "both_targets", "join_directions", "mean_of_words", "scalar_mix"]
