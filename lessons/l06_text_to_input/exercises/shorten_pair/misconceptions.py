"""The misconceptions about ``shorten_pair``, each a wrong function with advice."""

from lessons.l06_text_to_input.exercises.head_and_tail.reference import Ids
from lessons.l06_text_to_input.exercises.shorten_pair.reference import pop_until, shorten_pair

from collections.abc import Callable

from workbook.exercises import Misconception


def _halves(first: Ids, second: Ids, max_length: int) -> tuple[Ids, Ids]:
    half = (max_length - 3) // 2
    return first[:half], second[:half]


def _kept(rule: Callable[[int, int, int], tuple[int, int]]) -> Callable[..., tuple[Ids, Ids]]:
    """Keep so many of each text if both are too long: rule(a, b, room)."""

    def wrong(first: Ids, second: Ids, max_length: int) -> tuple[Ids, Ids]:
        room = max_length - 3
        if len(first) + len(second) <= room:
            return first, second
        a, b = rule(len(first), len(second), room)
        return first[: max(0, a)], second[: max(0, b)]

    return wrong


def _from_the_longer(a: int, b: int, room: int) -> tuple[int, int]:
    return (room - b, b) if a > b else (a, room - a)


def _while_too_long(
    step: Callable[[Ids, Ids, int], None], specials: int = 3
) -> Callable[..., tuple[Ids, Ids]]:
    """Take away as long as both are too long."""

    def wrong(first: Ids, second: Ids, max_length: int) -> tuple[Ids, Ids]:
        first, second = list(first), list(second)
        turn = 0
        while len(first) + len(second) > max(0, max_length - specials):
            step(first, second, turn)
            turn += 1
        return first, second

    return wrong


def _pop_from_both(first: Ids, second: Ids, turn: int) -> None:
    del first[-1:], second[-1:]


def _pop_in_turn(first: Ids, second: Ids, turn: int) -> None:
    del (second if turn % 2 else first)[-1:]


def _once(first: Ids, second: Ids, max_length: int) -> tuple[Ids, Ids]:
    if len(first) + len(second) <= max_length - 3:
        return first, second
    return (first[:-1], second) if len(first) > len(second) else (first, second[:-1])


def _in_turn(first: Ids, second: Ids, max_length: int) -> tuple[Ids, Ids]:
    turns = iter(range(len(first) + len(second)))
    return pop_until(first, second, max_length - 3, lambda a, b: next(turns) % 2 == 1)


MISCONCEPTIONS = (
    Misconception(
        "only the second text is shortened",
        "Take from whichever text is longer at that moment: a long first text would leave "
        "nothing of the second.",
        lambda first, second, max_length: pop_until(
            first, second, max_length - 3, lambda a, b: False
        ),
    ),
    Misconception(
        "only the first text is shortened",
        "Take from whichever text is longer at that moment: a long second text would leave "
        "nothing of the first.",
        lambda first, second, max_length: pop_until(
            first, second, max_length - 3, lambda a, b: True
        ),
    ),
    Misconception(
        "the shorter text is shortened first",
        "Take from the longer text: a piece of a short text is a larger part of it.",
        lambda first, second, max_length: pop_until(
            first, second, max_length - 3, lambda a, b: len(a) <= len(b)
        ),
        variants=(
            lambda first, second, max_length: pop_until(
                first, second, max_length - 3, lambda a, b: len(a) < len(b)
            ),
        ),
    ),
    Misconception(
        "each text gets half of the room, needed or not",
        "A text shorter than half leaves room: let the other one use it.",
        _halves,
        variants=(
            _kept(lambda a, b, room: (room // 2, room // 2)),
            _kept(lambda a, b, room: (room - room // 2, room // 2)),
            _kept(lambda a, b, room: (room // 2, room - room // 2)),
        ),
    ),
    Misconception(
        "one of the texts never gets more than half of the room",
        "Where one text is shorter than half, the other may use what is left, the first as well "
        "as the second.",
        _kept(lambda a, b, room: (min(a, room // 2), room - min(a, room // 2))),
        variants=(_kept(lambda a, b, room: (room - min(b, room // 2), min(b, room // 2))),),
    ),
    Misconception(
        "all is taken from the text that was longer at first",
        "Compare the lengths again before each piece: as soon as both are equally long, both lose.",
        _kept(_from_the_longer),
        variants=(
            lambda first, second, max_length: (
                (first[: max_length - 3 - len(second)], second)
                if len(first) > len(second)
                else (first, second[: max_length - 3 - len(first)])
            ),
        ),
    ),
    Misconception(
        "both texts are cut to the same length",
        "The shorter text keeps all its pieces as long as the other one is longer.",
        _kept(lambda a, b, room: (min(a, b, room // 2), min(a, b, room // 2))),
    ),
    Misconception(
        "each text may fill the whole room",
        "Both together have max_length - 3 places: add the lengths before you compare.",
        lambda first, second, max_length: (first[: max_length - 3], second[: max_length - 3]),
        variants=(lambda first, second, max_length: (first[:max_length], second[:max_length]),),
    ),
    Misconception(
        "both texts lose a piece at each step",
        "One piece at a time, from the longer text only.",
        _while_too_long(_pop_from_both),
    ),
    Misconception(
        "only one piece is taken",
        "Go on until both fit: `while`, not `if`.",
        _once,
    ),
    Misconception(
        "both texts lose the same share",
        "Take from the longer text alone until both are equally long; only then do both lose. "
        "In proportion, a question of five words loses words to an answer of a thousand.",
        _kept(lambda a, b, room: (room * a // (a + b), room - room * a // (a + b))),
        variants=(
            _kept(lambda a, b, room: (room * a // (a + b), room * b // (a + b))),
            _kept(lambda a, b, room: (round(room * a / (a + b)), round(room * b / (a + b)))),
            _kept(lambda a, b, room: (room - room * b // (a + b), room * b // (a + b))),
        ),
    ),
    Misconception(
        "the texts lose pieces in turn",
        "Compare the lengths before each step: as long as one text is longer, only that one "
        "loses pieces.",
        _in_turn,
        variants=(_while_too_long(_pop_in_turn),),
    ),
    Misconception(
        "a pair with an empty text is not shortened",
        "The limit holds there, too: an empty text leaves more room for the other one, but not "
        "room without end.",
        lambda first, second, max_length: (
            shorten_pair(first, second, max_length) if first and second else (first, second)
        ),
        variants=(
            lambda first, second, max_length: (
                shorten_pair(first, second, max_length) if first else (first, second)
            ),
            lambda first, second, max_length: (
                shorten_pair(first, second, max_length) if second else (first, second)
            ),
        ),
    ),
    Misconception(
        "the special pieces are forgotten",
        "[CLS] and two [SEP]s need a place too: the texts have max_length - 3.",
        lambda first, second, max_length: shorten_pair(first, second, max_length + 3),
    ),
    Misconception(
        "room is left for two special pieces, not three",
        "A pair has three: [CLS], the [SEP] between the texts and the one at the end.",
        lambda first, second, max_length: shorten_pair(first, second, max_length + 1),
    ),
    Misconception(
        "room is left for one special piece, not three",
        "A pair has three: [CLS], the [SEP] between the texts and the one at the end.",
        lambda first, second, max_length: shorten_pair(first, second, max_length + 2),
    ),
    Misconception(
        "one place too many stays free",
        "Two texts that have max_length - 3 pieces together fit exactly: take pieces while they "
        "have more, >, not >=.",
        lambda first, second, max_length: shorten_pair(first, second, max_length - 1),
        variants=(
            lambda first, second, max_length: pop_until(
                first, second, max_length - 4, lambda a, b: len(a) >= len(b)
            ),
        ),
    ),
    Misconception(
        "the two texts are returned as one list",
        "Return a tuple of the two lists; the special pieces come later, between them.",
        lambda first, second, max_length: [
            piece for text in shorten_pair(first, second, max_length) for piece in text
        ],
    ),
    Misconception(
        "the pieces that are taken away are returned",
        "Return what is left of both texts: list.pop() gives back the piece that went.",
        lambda first, second, max_length: tuple(
            whole[len(left) :]
            for whole, left in zip(
                (first, second), shorten_pair(first, second, max_length), strict=True
            )
        ),
    ),
    Misconception(
        "pieces are taken from the beginning",
        "Take them from the end of a text: list.pop() does, pop(0) takes the first.",
        lambda first, second, max_length: pop_until(
            first, second, max_length - 3, lambda a, b: len(a) > len(b), end=0
        ),
        variants=(
            lambda first, second, max_length: pop_until(
                first, second, max_length - 3, lambda a, b: len(a) >= len(b), end=0
            ),
        ),
    ),
)
