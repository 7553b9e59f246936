"""The exercises of the word2vec lesson, in its order."""

from lessons.l03_word2vec.exercises import (
    context_mean,
    hierarchical_probability,
    keep_probability,
    negative_sampling_step,
    noise_distribution,
    skip_gram_pairs,
)

EXERCISES = (
    skip_gram_pairs,
    keep_probability,
    context_mean,
    hierarchical_probability,
    noise_distribution,
    negative_sampling_step,
)
# without a grade; the lesson's room checks them
TASKS = "errors", "SkipGram", "nearest_words", "rank_correlation"

__all__ = [
    "EXERCISES",
    "TASKS",
    "context_mean",
    "hierarchical_probability",
    "keep_probability",
    "negative_sampling_step",
    "noise_distribution",
    "skip_gram_pairs",
]
