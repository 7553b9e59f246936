"""Exercises of the lesson on input: making one text fit, and making a pair fit."""

from collections.abc import Callable

from bertlab.exercises import Case, Exercise, Misconception

Ids = list[int]

# --------------------------------------------------------------------------- head and tail


def _head_and_tail(ids: Ids, max_length: int, head: int) -> Ids:
    """Shorten [CLS] text [SEP]: keep ``head`` pieces of the text and as many of its last as fit."""
    if len(ids) <= max_length:
        return ids
    tail = max_length - 2 - head
    text = ids[1:-1]
    return [ids[0], *text[:head], *text[len(text) - tail :], ids[-1]]


def _if_long(shorten: Callable[[Ids, int, int], Ids]) -> Callable[[Ids, int, int], Ids]:
    """Leave a text that fits as it is."""
    return lambda ids, max_length, head: (
        ids if len(ids) <= max_length else shorten(ids, max_length, head)
    )


def _middle(ids: Ids, max_length: int, head: int) -> Ids:
    room, text = max_length - 2, ids[1:-1]
    start = (len(text) - room) // 2
    return [ids[0], *text[start : start + room], ids[-1]]


def _short_texts_too(ids: Ids, max_length: int, head: int) -> Ids:
    tail, text = max_length - 2 - head, ids[1:-1]
    return [ids[0], *text[:head], *text[max(0, len(text) - tail) :], ids[-1]]


def _tail_cases() -> list[Case]:
    def case(length: int, max_length: int, head: int) -> Case:
        return Case(([101, *range(1000, 1000 + length), 102], max_length, head))

    return [case(12, 9, 2), case(8, 7, 4), case(20, 12, 3), case(4, 9, 3), case(9, 6, 4)]


head_and_tail = Exercise(
    name="head_and_tail",
    reference=_head_and_tail,
    cases=_tail_cases,
    difficulty=3,
    minutes=8,
    misconceptions=(
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
            _if_long(
                lambda ids, max_length, head: ids[:head] + ids[len(ids) - max_length + head :]
            ),
        ),
        Misconception(
            "there is no room for [CLS] and [SEP]",
            "[CLS] and [SEP] count too: head and tail together have max_length - 2 pieces.",
            _if_long(lambda ids, max_length, head: _head_and_tail(ids, max_length + 2, head)),
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
    ),
)

# --------------------------------------------------------------------------- a pair


def _shorten_pair(first: Ids, second: Ids, max_length: int) -> tuple[Ids, Ids]:
    """Take pieces from the end of the longer text until both fit with [CLS] and two [SEP]s."""
    return _pop_until(first, second, max_length - 3, lambda a, b: len(a) > len(b))


def _pop_until(
    first: Ids, second: Ids, room: int, from_first: Callable[[Ids, Ids], bool], end: int = -1
) -> tuple[Ids, Ids]:
    first, second = list(first), list(second)
    while len(first) + len(second) > room:
        loser = first if from_first(first, second) else second
        (loser or first or second).pop(end)
    return first, second


def _halves(first: Ids, second: Ids, max_length: int) -> tuple[Ids, Ids]:
    half = (max_length - 3) // 2
    return first[:half], second[:half]


def _proportional(first: Ids, second: Ids, max_length: int) -> tuple[Ids, Ids]:
    room, whole = max_length - 3, len(first) + len(second)
    if whole <= room:
        return first, second
    keep = room * len(first) // whole
    return first[:keep], second[: room - keep]


def _in_turn(first: Ids, second: Ids, max_length: int) -> tuple[Ids, Ids]:
    turns = iter(range(len(first) + len(second)))
    return _pop_until(first, second, max_length - 3, lambda a, b: next(turns) % 2 == 1)


def _fit_cases() -> list[Case]:
    def case(lengths: tuple[int, int], max_length: int) -> Case:
        first, second = (list(range(k * 100, k * 100 + n)) for k, n in enumerate(lengths, 1))
        return Case((first, second, max_length))

    # With an even room there is one answer; an odd one could go to either text.
    return [
        case((9, 4), 13),
        case((3, 10), 11),
        case((8, 13), 13),
        case((14, 9), 9),
        case((2, 4), 9),
    ]


shorten_pair = Exercise(
    name="shorten_pair",
    reference=_shorten_pair,
    cases=_fit_cases,
    difficulty=3,
    minutes=8,
    misconceptions=(
        Misconception(
            "only the second text is shortened",
            "Take from whichever text is longer at that moment: a long first text would leave "
            "nothing of the second.",
            lambda first, second, max_length: _pop_until(
                first, second, max_length - 3, lambda a, b: False
            ),
        ),
        Misconception(
            "only the first text is shortened",
            "Take from whichever text is longer at that moment: a long second text would leave "
            "nothing of the first.",
            lambda first, second, max_length: _pop_until(
                first, second, max_length - 3, lambda a, b: True
            ),
        ),
        Misconception(
            "the shorter text is shortened first",
            "Take from the longer text: a piece of a short text is a larger part of it.",
            lambda first, second, max_length: _pop_until(
                first, second, max_length - 3, lambda a, b: len(a) <= len(b)
            ),
            variants=(
                lambda first, second, max_length: _pop_until(
                    first, second, max_length - 3, lambda a, b: len(a) < len(b)
                ),
            ),
        ),
        Misconception(
            "each text gets half of the room, needed or not",
            "A text shorter than half leaves room: let the other one use it.",
            _halves,
        ),
        Misconception(
            "both texts lose the same share",
            "Take from the longer text alone until both are equally long; only then do both lose. "
            "In proportion, a question of five words loses words to an answer of a thousand.",
            _proportional,
        ),
        Misconception(
            "the texts lose pieces in turn",
            "Compare the lengths before each step: as long as one text is longer, only that one "
            "loses pieces.",
            _in_turn,
        ),
        Misconception(
            "the special pieces are forgotten",
            "[CLS] and two [SEP]s need a place too: the texts have max_length - 3.",
            lambda first, second, max_length: _shorten_pair(first, second, max_length + 3),
        ),
        Misconception(
            "room is left for two special pieces, not three",
            "A pair has three: [CLS], the [SEP] between the texts and the one at the end.",
            lambda first, second, max_length: _shorten_pair(first, second, max_length + 1),
        ),
        Misconception(
            "pieces are taken from the beginning",
            "Take them from the end of a text: list.pop() does, pop(0) takes the first.",
            lambda first, second, max_length: _pop_until(
                first, second, max_length - 3, lambda a, b: len(a) > len(b), end=0
            ),
        ),
    ),
)
