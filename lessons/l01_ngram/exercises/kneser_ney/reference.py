"""The reference of ``kneser_ney``: it stands in until the student is right."""

from collections import Counter
from collections.abc import Sequence
from itertools import pairwise

Sentences = Sequence[Sequence[str]]


def tables(sentences: Sentences) -> tuple[Counter, Counter]:
    """Count the pairs, and for each word the different words before it."""
    padded = (["<s>", *sentence, "</s>"] for sentence in sentences)
    pairs = Counter(pair for words in padded for pair in pairwise(words))
    return pairs, Counter(word for _, word in pairs)


def kneser_ney(sentences: Sentences, history: str, word: str, discount: float) -> float:
    """Return P(word | history), mixed with the share of different pairs that end in ``word``."""
    pairs, continuations = tables(sentences)
    lower = continuations[word] / len(pairs)
    after = {second: count for (first, second), count in pairs.items() if first == history}
    if not after:
        return lower
    kept = max(after.get(word, 0) - discount, 0)
    return (kept + discount * len(after) * lower) / sum(after.values())
