"""The exercises of the lesson on neural language models, in its order."""

from lessons.l02_nnlm.exercises import (
    context_windows,
    interpolate,
    next_word_scores,
    perplexity,
    truncated_gradient,
    window_features,
)

EXERCISES = (
    window_features,
    next_word_scores,
    interpolate,
    context_windows,
    perplexity,
    truncated_gradient,
)
TASKS = (
    "forward",
    "gradient_of_u",
    "your_step",
    "cut",
    "without_direction",
    "put_in",
    "controls",
)  # without a grade; the lesson's room checks them

__all__ = [
    "EXERCISES",
    "TASKS",
    "context_windows",
    "interpolate",
    "next_word_scores",
    "perplexity",
    "truncated_gradient",
    "window_features",
]
