"""The misconceptions about ``shorten_pair``, each a wrong function with advice."""

from lessons.l06_text_to_input.exercises.head_and_tail.reference import Ids
from lessons.l06_text_to_input.exercises.shorten_pair.reference import pop_until, shorten_pair

from workbook.exercises import Misconception


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
        "pieces are taken from the beginning",
        "Take them from the end of a text: list.pop() does, pop(0) takes the first.",
        lambda first, second, max_length: pop_until(
            first, second, max_length - 3, lambda a, b: len(a) > len(b), end=0
        ),
    ),
)
