"""The reference of ``kneser_ney``: it stands in until the student is right."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

Sentences = Sequence[Sequence[str]]


def kneser_ney(sentences: Sentences, history: str, word: str, discount: float) -> float:
    """Return P(word | history), mixed with the share of different pairs that end in ``word``."""
    padded = (["<s>", *sentence, "</s>"] for sentence in sentences)
    pairs = Counter(pair for words in padded for pair in pairwise(words))
    lower = sum(second == word for _, second in pairs) / len(pairs)
    after = {second: count for (first, second), count in pairs.items() if first == history}
    if not after:
        return lower
    total = sum(after.values())
    kept = max(after.get(word, 0) - discount, 0) / total
    weight = discount * len(after) / total
    return kept + weight * lower
