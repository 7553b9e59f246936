"""The exercises of the n-gram lesson, in its order."""

from bertlab.exercises.ngram_counting import conditional_probability, ngrams
from bertlab.exercises.ngram_evaluation import encode_held_out, perplexity
from bertlab.exercises.ngram_smoothing import kneser_ney

EXERCISES = (ngrams, conditional_probability, perplexity, encode_held_out, kneser_ney)

__all__ = [
    "EXERCISES",
    "conditional_probability",
    "encode_held_out",
    "kneser_ney",
    "ngrams",
    "perplexity",
]
