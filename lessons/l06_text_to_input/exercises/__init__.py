"""The exercises of the lesson on the way from text to input, in its order."""

from bertlab.exercises.text_input_cut import longest_match
from bertlab.exercises.text_input_joins import best_pair
from bertlab.exercises.text_input_padding import pad_batch
from bertlab.exercises.text_input_pairs import pair_input
from bertlab.exercises.text_input_truncation import head_and_tail, shorten_pair

EXERCISES = (best_pair, longest_match, pair_input, pad_batch, head_and_tail, shorten_pair)

__all__ = [
    "EXERCISES",
    "best_pair",
    "head_and_tail",
    "longest_match",
    "pad_batch",
    "pair_input",
    "shorten_pair",
]
