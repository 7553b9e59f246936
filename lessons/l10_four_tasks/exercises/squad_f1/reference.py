"""The reference of ``squad_f1``: it stands in until the student is right."""

import string
from collections import Counter
from collections.abc import Sequence


def squad_f1(predicted: str, answers: Sequence[str]) -> float:
    """Compute the F1 of an answer's words, by the right answer that fits best.

    An answer's words: lower-case it, remove the characters of ``string.punctuation``, remove the
    words a, an and the, and split what is left at spaces.

    Args:
        predicted: The answer given; "" for none.
        answers: The right answers, one or more; [""] if the question has none.

    Returns:
        2 * (words in common) / (words of both answers), where a word that both have twice is in
        common twice. If one of them is without words: 1 if both are, else 0. Of several right
        answers the highest F1 counts.
    """
    return max(f1(bag(predicted), bag(answer)) for answer in answers)


def bag(text: str) -> Counter[str]:
    """Count the words that are left when case, punctuation and articles are gone."""
    bare = text.lower().translate(str.maketrans("", "", string.punctuation))
    return Counter(word for word in bare.split() if word not in ("a", "an", "the"))


def f1(found: Counter[str], right: Counter[str]) -> float:
    if not found and not right:
        return 1.0
    return 2 * (found & right).total() / (found.total() + right.total())
