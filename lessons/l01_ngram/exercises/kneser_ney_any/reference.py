"""The reference of ``kneser_ney_any``: it stands in until the student is right."""

from collections import Counter
from collections.abc import Mapping, Sequence

Sentences = Sequence[Sequence[str]]
Gram = tuple[str, ...]


def kneser_ney_any(sentences: Sentences, history: Gram, word: str, discount: float) -> float:
    """Return P(word | history) with one discount for all orders but the lowest."""
    size = len(history)
    padded = ([*["<s>"] * size, *sentence, "</s>"] for sentence in sentences)
    grams = (tuple(line[i : i + size + 1]) for line in padded for i in range(len(line) - size))
    return below(Counter(grams), history, word, discount)


def below(counts: Mapping[Gram, int], history: Gram, word: str, discount: float) -> float:
    """Return the probability from the counts of n-grams, which the shorter ones are made of."""
    after = {gram[-1]: count for gram, count in counts.items() if gram[:-1] == history}
    count, total = after.get(word, 0), sum(after.values())
    if not history:
        return count / total
    lower = below(Counter(gram[1:] for gram in counts), history[1:], word, discount)
    if not after:
        return lower
    return (max(count - discount, 0) + discount * len(after) * lower) / total
