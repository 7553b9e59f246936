"""The reference of ``skip_gram_pairs``: it stands in until the student is right."""

from collections.abc import Sequence


def skip_gram_pairs(words: Sequence[str], window: int) -> list[tuple[str, str]]:
    """Return a pair (word, neighbor) for each neighbor at most ``window`` places away."""
    pairs = []
    for i in range(len(words)):
        for j in range(max(i - window, 0), min(i + window + 1, len(words))):
            if j != i:
                pairs.append((words[i], words[j]))
    return pairs
