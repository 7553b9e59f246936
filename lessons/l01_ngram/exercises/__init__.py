"""The exercises of the n-gram lesson, in its order."""

from lessons.l01_ngram.exercises import (
    conditional_probability,
    encode_held_out,
    kneser_ney,
    kneser_ney_any,
    ngrams,
    perplexity,
)

EXERCISES = (
    ngrams,
    conditional_probability,
    perplexity,
    encode_held_out,
    kneser_ney,
    kneser_ney_any,
)
TASKS = "write", "best_order"  # without a grade; the lesson's room checks them

__all__ = [
    "EXERCISES",
    "TASKS",
    "conditional_probability",
    "encode_held_out",
    "kneser_ney",
    "kneser_ney_any",
    "ngrams",
    "perplexity",
]
