"""The exercises of the lesson on ELMo, in its order."""

from lessons.l04_elmo.exercises import both_targets, join_directions, mean_of_words, scalar_mix

EXERCISES = (
    both_targets,
    join_directions,
    scalar_mix,
    mean_of_words,
)

__all__ = ["EXERCISES", "both_targets", "join_directions", "mean_of_words", "scalar_mix"]
