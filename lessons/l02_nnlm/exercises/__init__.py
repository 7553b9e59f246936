"""The exercises of the lesson on neural language models, in its order."""

from bertlab.exercises.nnlm_network import next_word_scores, window_features
from bertlab.exercises.nnlm_recurrence import truncated_gradient
from bertlab.exercises.nnlm_scoring import interpolate, perplexity
from bertlab.exercises.nnlm_windows import context_windows

EXERCISES = (
    context_windows,
    window_features,
    next_word_scores,
    perplexity,
    interpolate,
    truncated_gradient,
)

__all__ = [
    "EXERCISES",
    "context_windows",
    "interpolate",
    "next_word_scores",
    "perplexity",
    "truncated_gradient",
    "window_features",
]
