"""The misconceptions about ``sentence_pair``, each a wrong function with advice."""

from lessons.l08_pretraining.exercises.sentence_pair.reference import Documents, Pair, joined

from collections.abc import Callable, Sequence
from functools import partial

from workbook.exercises import Misconception


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
    first = joined(document[: split + more])
    if follows(coin):
        return first, joined(document[split + rest :]), labels[0]
    pool = others(documents, place)
    stranger = pool[int(len(pool) * which)]
    return first, joined(cut(stranger, int(len(stranger) * where))), labels[1]


MISCONCEPTIONS = (
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
        "documents that say the same are left out of the draw",
        "Leave out one document, by its place: two articles may have the same words, and n counts "
        "all documents but this one.",
        partial(
            _pair,
            others=lambda documents, place: [d for d in documents if d != documents[place]],
        ),
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
)
