"""The misconceptions about ``sentence_pair``, each a wrong function with advice."""

from lessons.l08_pretraining.exercises.sentence_pair.reference import Documents, joined

import math
from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from workbook.exercises import Misconception

Cut = Callable[[Sequence, int, int, int], Sequence]  # (stranger, start, split, sentences left)


def _others(documents: Documents, place: int) -> list:
    return [document for number, document in enumerate(documents) if number != place]


def _equals_left_out(documents: Documents, place: int) -> list:
    return [document for document in documents if document != documents[place]]


def _first_equal_left_out(documents: Documents, place: int) -> list:
    others = list(documents)
    others.remove(documents[place])
    return others


def _next_unless_own(documents: Documents, place: int) -> list:
    """Take the document behind one's own, but only where one's own was drawn."""
    return [documents[number + (number == place)] for number in range(len(documents) - 1)]


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
    number: Callable[[float], float] = lambda drawn: drawn,
    sentence: Callable[[float], float] = lambda drawn: drawn,
    last: tuple[int, int] = (0, 0),
    counted: Callable[[Documents, int, Sequence], int] = lambda documents, place, drawn: len(drawn),
    cut: Cut = lambda stranger, start, split, left: stranger[start:],
    rest: int = 0,
    more: int = 0,
    only: bool = False,
    by_tokens: tuple[bool, bool] = (False, False),
    join: tuple[Callable, Callable] = (joined, joined),
    labels: tuple[Any, Any] = (0, 1),
) -> Any:
    own = [[token] for token in joined(documents[place])] if by_tokens[0] else documents[place]
    begin, begin_second = join
    first = begin(own[: split + more])
    if follows(coin):
        second = own[split + rest :]
        return first, begin_second(second[:1] if only else second), labels[0]
    pool = others(documents, place)
    stranger = pool[int(number((len(pool) - last[0]) * which))]
    if by_tokens[1]:
        stranger = [[token] for token in joined(stranger)]
    start = int(sentence((counted(documents, place, stranger) - last[1]) * where))
    left = len(documents[place]) - split
    return first, begin_second(cut(stranger, start, split, left)), labels[1]


def _one_sentence(stranger: Sequence, start: int, split: int, left: int) -> Sequence:
    return stranger[start : start + 1]


def _both(step: Callable, last: int = 0) -> tuple[Callable, ...]:
    return (
        partial(_pair, number=step, sentence=step, last=(last, last)),
        partial(_pair, number=step, last=(last, 0)),
        partial(_pair, sentence=step, last=(0, last)),
    )


MISCONCEPTIONS = (
    Misconception(
        "the label is inverted",
        "Published models have column 0 for is next and 1 for is not next. Inverted, your "
        "model says the opposite of every other one.",
        partial(_pair, labels=(1, 0)),
        variants=(partial(_pair, labels=(True, False)),),
    ),
    Misconception(
        "the label is the same for both kinds of pairs",
        "The label is what the model has to guess: 0 where the rest of the document follows, 1 "
        "for a stranger.",
        partial(_pair, labels=(0, 0)),
        variants=(partial(_pair, labels=(1, 1)),),
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
        "the number is one among the others, but is looked up among all documents",
        "int(n * which) counts the others, without the document itself: make their list and look "
        "the number up there, or add 1 from place on.",
        partial(_pair, others=lambda documents, place: list(documents)[:-1]),
        variants=(partial(_pair, others=_next_unless_own),),
    ),
    Misconception(
        "documents that say the same are left out of the draw",
        "Leave out one document, by its place: two articles may have the same words, and n counts "
        "all documents but this one.",
        partial(_pair, others=_equals_left_out),
    ),
    Misconception(
        "the first document that says the same is left out, not the one at place",
        "remove and index stop at the first equal document. Leave out the one at place, and the "
        "others keep their order.",
        partial(_pair, others=_first_equal_left_out),
    ),
    Misconception(
        "the others begin behind the document and wrap around",
        "n others in their order: those before place come first, then those after it.",
        partial(_pair, others=lambda all_, place: [*all_[place + 1 :], *all_[:place]]),
    ),
    Misconception(
        "1 is added to int(n * which) or int(m * where), or taken from it",
        "Both numbers are counted from 0, as Python counts: int(n * which) is the index itself.",
        _both(lambda drawn: int(drawn) - 1)[0],
        variants=(
            *_both(lambda drawn: int(drawn) - 1)[1:],
            partial(_pair, sentence=lambda drawn: int(drawn) + 1),
        ),
    ),
    Misconception(
        "the draws are multiplied by n - 1 or m - 1",
        "Multiply by n and by m: a draw is below 1, so int(n * which) is n - 1 at most, and each "
        "number has the same chance.",
        _both(int, last=1)[0],
        variants=_both(int, last=1)[1:],
    ),
    Misconception(
        "the draws are rounded, not cut off",
        "int cuts the digits off. Rounded, the first and the last have half a chance or none, or "
        "the number is beyond the end of the list.",
        _both(round)[0],
        variants=(*_both(round)[1:], *_both(round, last=1), *_both(math.ceil)),
    ),
    Misconception(
        "m is taken from another list than the stranger",
        "m counts the sentences of the stranger, the document that was drawn: int(len(stranger) * "
        "where).",
        partial(_pair, counted=lambda documents, place, drawn: len(documents[place])),
        variants=(partial(_pair, counted=lambda documents, place, drawn: len(documents) - 1),),
    ),
    Misconception(
        "the stranger always begins where its document begins",
        "Begin at the sentence that was drawn: first sentences look alike (titles, dates), and "
        "the model would learn to know them, not what follows what.",
        partial(_pair, cut=lambda stranger, start, split, left: stranger),
    ),
    Misconception(
        "the stranger begins at split, not at the sentence that was drawn",
        "split belongs to the document at place. In the stranger the text begins with number "
        "int(m * where).",
        partial(_pair, cut=lambda stranger, start, split, left: stranger[split:]),
    ),
    Misconception(
        "the stranger ends at the sentence where it should begin",
        "stranger[start:] goes from this sentence to the end; stranger[:start] is what comes "
        "before it, and may be empty.",
        partial(_pair, cut=lambda stranger, start, split, left: stranger[:start]),
        variants=(partial(_pair, cut=lambda stranger, start, *_: stranger[: start + 1]),),
    ),
    Misconception(
        "the stranger is cut to the number of sentences of the true rest",
        "Go on to the end of the stranger's document, whatever its length.",
        partial(_pair, cut=lambda stranger, start, split, left: stranger[start : start + left]),
    ),
    Misconception(
        "the stranger is one sentence only",
        "Go on to the end of its document, as the true second text does: else strangers are "
        "shorter, and the length gives the answer away.",
        partial(_pair, cut=_one_sentence),
    ),
    Misconception(
        "of the rest of the document only the next sentence is taken",
        "The rest is all that is left, document[split:], not the one sentence at split.",
        partial(_pair, only=True),
        variants=(partial(_pair, only=True, cut=_one_sentence),),
    ),
    Misconception(
        "the text is cut at a token, not at a sentence",
        "split and where count sentences: slice the list of sentences first, then join what is "
        "left to one list of ids.",
        partial(_pair, by_tokens=(False, True)),
        variants=(partial(_pair, by_tokens=(True, False)), partial(_pair, by_tokens=(True, True))),
    ),
    Misconception(
        "the texts are lists of sentences, not of ids",
        "Join the sentences of a text to one list of ids: [[5, 6], [7]] becomes [5, 6, 7].",
        partial(_pair, join=(list, list)),
        variants=(partial(_pair, join=(joined, list)), partial(_pair, join=(list, joined))),
    ),
    Misconception(
        "the coin is read the other way round",
        "Below 0.5 the rest of the document follows. Half of the pairs are true either way, "
        "but the check and your function have to mean the same coin.",
        partial(_pair, follows=lambda coin: coin >= 0.5),
        variants=(partial(_pair, follows=lambda coin: coin > 0.5),),
    ),
    Misconception(
        "a coin of exactly 0.5 counts as below 0.5",
        "Compare with <, not <=: from 0.5 on, 0.5 itself included, a stranger comes.",
        partial(_pair, follows=lambda coin: coin <= 0.5),
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
        "document[split:] begins right after document[:split]. If one sentence is skipped, "
        "the second text does not follow the first.",
        partial(_pair, rest=1),
    ),
    Misconception(
        "a text holds the whole document",
        "The first text is document[:split], the second what is left of it, document[split:].",
        partial(_pair, rest=-99),
        variants=(partial(_pair, more=99),),
    ),
)
