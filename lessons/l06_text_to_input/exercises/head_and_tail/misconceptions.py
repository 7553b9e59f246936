"""The misconceptions about ``head_and_tail``, each a wrong function with advice."""

from lessons.l06_text_to_input.exercises.head_and_tail.reference import Ids, head_and_tail

from collections.abc import Callable
from functools import partial

from workbook.exercises import Misconception


def _if_long(shorten: Callable[[Ids, int, int], Ids]) -> Callable[[Ids, int, int], Ids]:
    """Leave a text that fits as it is."""
    return lambda ids, max_length, head: (
        ids if len(ids) <= max_length else shorten(ids, max_length, head)
    )


def _without_specials(ids: Ids, max_length: int, head: int, room: int = 0) -> Ids:
    if len(ids) - 2 <= max_length - room:
        return ids
    return head_and_tail(ids, max_length, head)


def _middle(ids: Ids, max_length: int, head: int) -> Ids:
    room, text = max_length - 2, ids[1:-1]
    start = (len(text) - room) // 2
    return [ids[0], *text[start : start + room], ids[-1]]


def _short_texts_too(ids: Ids, max_length: int, head: int) -> Ids:
    tail, text = max_length - 2 - head, ids[1:-1]
    return [ids[0], *text[:head], *text[max(0, len(text) - tail) :], ids[-1]]


MISCONCEPTIONS = (
    Misconception(
        "[SEP] is cut off",
        "Set [CLS] and [SEP] aside, shorten what is between them, and put both back: the model "
        "never saw an input without [SEP].",
        _if_long(lambda ids, max_length, head: ids[:max_length]),
        variants=(
            _if_long(
                lambda ids, max_length, head: [
                    *ids[: head + 1],
                    *ids[len(ids) - max_length + head : -1],
                ]
            ),
        ),
    ),
    Misconception(
        "only the head is kept",
        "Keep `head` pieces from the beginning and fill the rest of the room from the end of "
        "the text.",
        _if_long(lambda ids, max_length, head: [*ids[: max_length - 1], ids[-1]]),
    ),
    Misconception(
        "only the tail is kept",
        "Keep the first `head` pieces of the text as well; a text often says at its beginning "
        "what it is about.",
        _if_long(lambda ids, max_length, head: [ids[0], *ids[len(ids) - max_length + 1 :]]),
    ),
    Misconception(
        "[CLS] is counted as a piece of the head",
        "`head` counts pieces of the text: [CLS] comes on top, so slice up to head + 1.",
        _if_long(lambda ids, max_length, head: ids[:head] + ids[len(ids) - max_length + head :]),
    ),
    Misconception(
        "there is no room for [CLS] and [SEP]",
        "[CLS] and [SEP] count too: head and tail together have max_length - 2 pieces.",
        _if_long(lambda ids, max_length, head: head_and_tail(ids, max_length + 2, head)),
    ),
    Misconception(
        "whether a text fits is asked without [CLS] and [SEP]",
        "Compare the whole list, len(ids), with max_length: the two special pieces need places.",
        _without_specials,
        variants=(partial(_without_specials, room=1),),
    ),
    Misconception(
        "a text that fits is repeated",
        "Return a text that fits as it is: its head and its tail overlap, and the pieces in "
        "both would stand there twice.",
        _short_texts_too,
    ),
    Misconception(
        "a tail of 0 pieces is the whole text",
        "text[-0:] is the whole text, since -0 is 0. Slice with len(text) - tail instead.",
        _if_long(
            lambda ids, max_length, head: [
                *ids[: head + 1],
                *ids[1:-1][-(max_length - 2 - head) :],
                ids[-1],
            ]
        ),
    ),
    Misconception(
        "the middle is kept",
        "Keep the two ends and leave out the middle.",
        _if_long(_middle),
    ),
)
