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


def _both_ends(
    head_of: Callable[[int, int], int] = lambda room, head: head,
    tail_of: Callable[[int, int], int] = lambda room, head: room - head,
    text_of: Callable[[Ids], Ids] = lambda ids: ids[1:-1],
    put: Callable[[Ids, Ids, Ids], Ids] = lambda ids, start, end: [ids[0], *start, *end, ids[-1]],
) -> Callable[[Ids, int, int], Ids]:
    """Cut a long text to a head and a tail; each step may be another one."""

    def shorten(ids: Ids, max_length: int, head: int) -> Ids:
        text, room = text_of(ids), max_length - 2
        tail = max(0, len(text) - tail_of(room, head))
        return put(ids, text[: head_of(room, head)], text[tail:])

    return _if_long(shorten)


def _tail_with_sep(ids: Ids, max_length: int, head: int) -> Ids:
    tail = max_length - 2 - head
    return [*ids[: head + 1], *ids[-tail:]]


def _some_short_texts_too(ids: Ids, max_length: int, head: int) -> Ids:
    return ids if len(ids) <= max_length - 2 else _short_texts_too(ids, max_length, head)


def _middle_deleted(ids: Ids, max_length: int, head: int) -> Ids:
    kept = [*ids]
    del kept[head + 1 : len(ids) - (max_length - head - 1)]
    return kept


def _middle_of_text_deleted(ids: Ids, max_length: int, head: int) -> Ids:
    text = ids[1:-1]
    del text[head : len(text) - (max_length - 2 - head)]
    return [ids[0], *text, ids[-1]]


def _middle(ids: Ids, max_length: int, head: int) -> Ids:
    room, text = max_length - 2, ids[1:-1]
    start = (len(text) - room) // 2
    return [ids[0], *text[start : start + room], ids[-1]]


def _short_texts_too(ids: Ids, max_length: int, head: int) -> Ids:
    tail, text = max_length - 2 - head, ids[1:-1]
    return [ids[0], *text[:head], *text[max(0, len(text) - tail) :], ids[-1]]


def _short_texts_sliced(ids: Ids, max_length: int, head: int) -> Ids:
    text = ids[1:-1]
    return [ids[0], *text[:head], *text[-(max_length - 2 - head) :], ids[-1]]


def _short_texts_with_sep(ids: Ids, max_length: int, head: int) -> Ids:
    return [*ids[: head + 1], *ids[len(ids) - (max_length - head - 1) :]]


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
        variants=(_both_ends(tail_of=lambda room, head: room + 2 - head),),
    ),
    Misconception(
        "there is room for one special piece, not for two",
        "[CLS] and [SEP] both need a place: head and tail together have max_length - 2 pieces.",
        _if_long(lambda ids, max_length, head: head_and_tail(ids, max_length + 1, head)),
        variants=(_both_ends(tail_of=lambda room, head: room + 1 - head),),
    ),
    Misconception(
        "one piece too few is kept",
        "Where [SEP] is in the slice of the tail already, that slice has one id more: "
        "max_length - 1 - head. All places should be used.",
        _if_long(
            lambda ids, max_length, head: [
                *ids[: head + 1],
                *ids[len(ids) - max(1, max_length - 2 - head) :],
            ]
        ),
        variants=(
            _if_long(_tail_with_sep),
            _both_ends(tail_of=lambda room, head: max(0, room - 1 - head)),
            _both_ends(head_of=lambda room, head: max(0, head - 1)),
        ),
    ),
    Misconception(
        "the head has one piece too many",
        "A slice leaves out its end: text[:head] holds head pieces.",
        _both_ends(head_of=lambda room, head: head + 1),
    ),
    Misconception(
        "the tail is reversed",
        "Keep the tail in the order of the text: slice it from its start to the end.",
        _both_ends(put=lambda ids, start, end: [ids[0], *start, *end[::-1], ids[-1]]),
    ),
    Misconception(
        "the tail comes before the head",
        "Put the pieces back in the order of the text: [CLS], head, tail, [SEP].",
        _both_ends(put=lambda ids, start, end: [ids[0], *end, *start, ids[-1]]),
    ),
    Misconception(
        "the tail has half of the room",
        "The tail gets what the head leaves: max_length - 2 - head pieces.",
        _both_ends(tail_of=lambda room, head: room // 2),
        variants=(_both_ends(tail_of=lambda room, head: (room + 2) // 2),),
    ),
    Misconception(
        "the tail is as long as the head",
        "The tail gets what the head leaves: max_length - 2 - head pieces.",
        _both_ends(tail_of=lambda room, head: head),
    ),
    Misconception(
        "head and tail get half of the room each",
        "`head` says how many pieces of the beginning are kept; the tail fills the rest.",
        _both_ends(lambda room, head: room // 2, lambda room, head: room - room // 2),
        variants=(
            _both_ends(lambda room, head: room - room // 2, lambda room, head: room // 2),
            _both_ends(lambda room, head: room // 2, lambda room, head: room // 2),
        ),
    ),
    Misconception(
        "`head` pieces are kept of the end, not of the beginning",
        "`head` counts the pieces of the beginning; the tail fills the rest.",
        _both_ends(lambda room, head: room - head, lambda room, head: head),
    ),
    Misconception(
        "[CLS] and [SEP] are counted as text and put around it again",
        "Take them off before you cut, ids[1:-1], and put them back once.",
        _both_ends(text_of=lambda ids: ids),
    ),
    Misconception(
        "[CLS] and [SEP] are not put back",
        "The result begins with [CLS] and ends with [SEP], like the list that was given.",
        _both_ends(put=lambda ids, start, end: [*start, *end]),
    ),
    Misconception(
        "[CLS] is cut off",
        "Set [CLS] and [SEP] aside, shorten what is between them, and put both back.",
        _both_ends(put=lambda ids, start, end: [*start, *end, ids[-1]]),
        variants=(_if_long(lambda ids, max_length, head: ids[len(ids) - max_length :]),),
    ),
    Misconception(
        "the middle is returned, not left out",
        "Keep the two ends: what stands between head and tail goes.",
        _if_long(lambda ids, max_length, head: ids[head + 1 : len(ids) - max_length + 1 + head]),
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
        variants=(_some_short_texts_too, _short_texts_sliced, _short_texts_with_sep),
    ),
    Misconception(
        "a text that fits is cut where head is small",
        "Return a text that fits as it is. In a short text, the place where the tail begins is "
        "below 0, and Python counts that from the end.",
        _middle_deleted,
        variants=(_middle_of_text_deleted,),
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
