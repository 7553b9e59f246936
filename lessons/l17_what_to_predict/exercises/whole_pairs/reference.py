"""The reference of ``whole_pairs``: it stands in until the student is right."""

from collections.abc import Sequence

Ids = Sequence[int]


def whole_pairs(
    sentences: Sequence[Ids], swapped: Sequence[bool], max_length: int
) -> list[tuple[Ids, Ids, int]]:
    """Return the pairs of neighbors that fit, each with its label.

    Args:
        sentences: The ids of each sentence of a document.
        swapped: For each two neighbors, whether their order is changed.
        max_length: Longest input, [CLS] and two [SEP] included.

    Returns:
        First text, second text, and 0 if they stand in the order of the document, else 1.
    """
    pairs: list[tuple[Ids, Ids, int]] = []
    for n in range(len(sentences) - 1):
        first, second = sentences[n], sentences[n + 1]
        if len(first) + len(second) + 3 > max_length:
            continue
        if swapped[n]:
            pairs.append((second, first, 1))
        else:
            pairs.append((first, second, 0))
    return pairs
