"""Exercise of the pre-training lesson: a document becomes a pair of texts, true or false."""

from collections.abc import Callable, Sequence
from functools import partial

from bertlab.exercises.definition import Case, Exercise, Misconception

Pair = tuple[list[int], list[int], int]
Documents = Sequence[Sequence[Sequence[int]]]


def _joined(sentences: Sequence[Sequence[int]]) -> list[int]:
    return [token for sentence in sentences for token in sentence]


def _sentence_pair(
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
    first = _joined(document[:split])
    if coin < 0.5:
        return first, _joined(document[split:]), 0
    others = [*documents[:place], *documents[place + 1 :]]
    stranger = others[int(len(others) * which)]
    return first, _joined(stranger[int(len(stranger) * where) :]), 1


def _documents(sizes: Sequence[int]) -> list[list[list[int]]]:
    """Number the tokens: document, sentence and place can be read off each (207 is 2, 0, 7)."""
    return [
        [
            [1000 * d + 100 * s + t for t in range(1, 3 + (d + s) % 3)]
            for s in range(number_of_sentences)
        ]
        for d, number_of_sentences in enumerate(sizes, start=1)
    ]


def _cases() -> list[Case]:
    five, four = _documents((4, 5, 3, 6, 7)), _documents((5, 3, 4, 6))
    return [
        Case((five, 1, 2, 0.31, 0.6, 0.7)),  # the second part follows
        Case((five, 2, 1, 0.82, 0.55, 0.62)),  # a stranger behind the own document
        Case((four, 3, 4, 0.5, 0.2, 0.45)),  # a stranger before it
        Case((four, 1, 1, 0.9, 0.4, 0.8)),  # the place drawn is the document's own
        Case((five, 0, 3, 0.05, 0.1, 0.35)),
    ]


# --- the slips: the same steps, one of them exchanged ---------------------------------------------


def _others(documents: Documents, place: int) -> list:
    return [document for number, document in enumerate(documents) if number != place]


def _pair(
    documents: Documents,
    place: int,
    split: int,
    coin: float,
    which: float,
    where: float,
    *,
    follows: Callable[[float], bool] = lambda coin: coin < 0.5,
    others: Callable[[Documents, int], list] = _others,
    cut: Callable[[Sequence, int], Sequence] = lambda stranger, start: stranger[start:],
    rest: int = 0,
    more: int = 0,
    labels: tuple[int, int] = (0, 1),
) -> Pair:
    document = documents[place]
    first = _joined(document[: split + more])
    if follows(coin):
        return first, _joined(document[split + rest :]), labels[0]
    pool = others(documents, place)
    stranger = pool[int(len(pool) * which)]
    return first, _joined(cut(stranger, int(len(stranger) * where))), labels[1]


sentence_pair = Exercise(
    name="sentence_pair",
    reference=_sentence_pair,
    cases=_cases,
    misconceptions=(
        Misconception(
            "the label is inverted",
            "Published models have column 0 for is next and 1 for is not next. Inverted, your "
            "model says the opposite of every other one.",
            partial(_pair, labels=(1, 0)),
        ),
        Misconception(
            "the stranger comes from the same document",
            "Take it from another document: a text of the same one is on the same matter, and may "
            "even be what follows, under the label of a stranger.",
            partial(_pair, others=lambda documents, place: [documents[place]]),
        ),
        Misconception(
            "the document itself is among those the stranger is drawn from",
            "Leave it out before you draw. With few documents the own one is drawn often, and its "
            "text may truly follow under the label of a stranger.",
            partial(_pair, others=lambda documents, place: list(documents)),
        ),
        Misconception(
            "the stranger always begins where its document begins",
            "Begin at the sentence that was drawn: first sentences look alike (titles, dates), and "
            "the model would learn to know them, not what follows what.",
            partial(_pair, cut=lambda stranger, start: stranger),
        ),
        Misconception(
            "the stranger is one sentence only",
            "Go on to the end of its document, as the true second text does: else strangers are "
            "shorter, and the length gives the answer away.",
            partial(_pair, cut=lambda stranger, start: stranger[start : start + 1]),
        ),
        Misconception(
            "the coin is read the other way round",
            "Below 0.5 the rest of the document follows. Half of the pairs are true either way, "
            "but the check and your function have to mean the same coin.",
            partial(_pair, follows=lambda coin: coin >= 0.5),
            variants=(partial(_pair, follows=lambda coin: coin > 0.5),),
        ),
        Misconception(
            "there is no stranger",
            "From 0.5 on, the second text comes from another document: a model that sees true "
            "pairs only learns to answer yes.",
            partial(_pair, follows=lambda coin: True),
        ),
        Misconception(
            "the sentence at the split stands in both texts",
            "A slice leaves out its end: document[:split] holds split sentences, and "
            "document[split:] begins with the next. A sentence in both gives the answer away.",
            partial(_pair, more=1),
            variants=(partial(_pair, rest=-1),),
        ),
        Misconception(
            "the sentence at the split is lost",
            "document[split:] begins right behind document[:split]. If one sentence is skipped, "
            "the second text does not follow the first.",
            partial(_pair, rest=1),
        ),
    ),
    difficulty=2,
    minutes=9,
)
