"""The reference of ``conditional_probability``: it stands in until the student is right."""

from collections.abc import Sequence
from itertools import pairwise


def conditional_probability(sentences: Sequence[Sequence[str]], history: str, word: str) -> float:
    """Return the share of the words after ``history`` that are ``word``; 0 if nothing is there."""
    pairs = [pair for sentence in sentences for pair in pairwise(["<s>", *sentence, "</s>"])]
    total = sum(first == history for first, _ in pairs)
    return pairs.count((history, word)) / total if total else 0.0
