"""The reference of ``sentence_pair``."""

from collections.abc import Sequence

from bertlab.text.documents import Document, join


def sentence_pair(
    documents: Sequence[Document], index: int, split: int, coin: float, which: float, where: float
) -> tuple[list[int], list[int], int]:
    """Return two texts, and 0 if the second followed the first, 1 if it is a stranger."""
    document = documents[index]
    first = join(document[:split])
    if coin < 0.5:
        return first, join(document[split:]), 0
    others = [*documents[:index], *documents[index + 1 :]]
    stranger = others[int(len(others) * which)]
    return first, join(stranger[int(len(stranger) * where) :]), 1
