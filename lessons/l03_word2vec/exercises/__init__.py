"""The exercises of the word2vec lesson, in its order."""

from bertlab.exercises.word2vec_models import context_mean, hierarchical_probability
from bertlab.exercises.word2vec_step import negative_sampling_step
from bertlab.exercises.word2vec_text import keep_probability, noise_distribution, skip_gram_pairs

EXERCISES = (
    skip_gram_pairs,
    keep_probability,
    context_mean,
    hierarchical_probability,
    noise_distribution,
    negative_sampling_step,
)

__all__ = [
    "EXERCISES",
    "context_mean",
    "hierarchical_probability",
    "keep_probability",
    "negative_sampling_step",
    "noise_distribution",
    "skip_gram_pairs",
]
