"""The reference of ``sentence_pair``: it stands in until the student is right."""

from collections.abc import Sequence

Pair = tuple[list[int], list[int], int]


Documents = Sequence[Sequence[Sequence[int]]]


def joined(sentences: Sequence[Sequence[int]]) -> list[int]:
    return [token for sentence in sentences for token in sentence]


def sentence_pair(
    documents: Documents, place: int, split: int, coin: float, which: float, where: float
) -> Pair:
    """Split a document in two, and keep its second part or take a stranger.

    Args:
        documents: For each document its sentences, each a list of ids.
        place: The document whose first ``split`` sentences are the first text.
        split: Sentences of the first text; at least one sentence is left.
        coin: In [0, 1). Below 0.5 the rest of the document follows.
        which: In [0, 1). Else a stranger does: of the n other documents, in their order, number
            int(n * which), counted from 0.
        where: In [0, 1). Of the m sentences of the stranger, the text begins with number
            int(m * where), counted from 0, and goes on to the end of that document.

    Returns:
        Both texts as lists of ids, and the label: 0 if the second followed the first, 1 if not.
    """
    document = documents[place]
    first = joined(document[:split])
    if coin < 0.5:
        return first, joined(document[split:]), 0
    others = [*documents[:place], *documents[place + 1 :]]
    stranger = others[int(len(others) * which)]
    return first, joined(stranger[int(len(stranger) * where) :]), 1
