"""The reference of ``hang``."""

from collections.abc import Mapping, Sequence


def hang(
    words: Sequence[str], facts: Mapping[str, Sequence[Sequence[str]]]
) -> list[tuple[str, int]]:
    """Return the words of a sentence, each followed by its facts, with the numbers of branches.

    Args:
        words: The sentence.
        facts: The facts of some words; a fact is a list of words.

    Returns:
        Pairs (word, branch): 0 for the sentence; 1, 2, ... for the facts.

    Source:
        Liu et al. (2020), K-BERT, "Knowledge layer".
    """
    tree, branch = [], 0
    for word in words:
        tree.append((word, 0))
        for fact in facts.get(word, []):
            branch += 1
            tree += [(other, branch) for other in fact]
    return tree
