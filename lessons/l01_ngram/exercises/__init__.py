"""The exercises of the n-gram lesson, in its order."""

from lessons.l01_ngram.exercises import (
    conditional_probability,
    encode_held_out,
    kneser_ney,
    ngrams,
    perplexity,
)

EXERCISES = (
    ngrams,
    conditional_probability,
    perplexity,
    encode_held_out,
    kneser_ney,
)

__all__ = [
    "EXERCISES",
    "conditional_probability",
    "encode_held_out",
    "kneser_ney",
    "ngrams",
    "perplexity",
]
