"""The reference of ``ngrams``: it stands in until the student is right."""

from collections.abc import Sequence


def ngrams(sentence: Sequence[str], order: int) -> list[tuple[str, ...]]:
    """Return one n-gram for each word of a sentence and for its closing ``</s>``."""
    padded = ["<s>"] * (order - 1) + [*sentence, "</s>"]
    return [tuple(padded[i : i + order]) for i in range(len(sentence) + 1)]
