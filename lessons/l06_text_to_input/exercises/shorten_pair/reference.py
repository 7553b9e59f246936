"""The reference of ``shorten_pair``: it stands in until the student is right."""

from lessons.l06_text_to_input.exercises.head_and_tail.reference import Ids

from collections.abc import Callable


def shorten_pair(first: Ids, second: Ids, max_length: int) -> tuple[Ids, Ids]:
    """Take pieces from the end of the longer text until both fit with [CLS] and two [SEP]s."""
    return pop_until(first, second, max_length - 3, lambda a, b: len(a) > len(b))


def pop_until(
    first: Ids, second: Ids, room: int, from_first: Callable[[Ids, Ids], bool], end: int = -1
) -> tuple[Ids, Ids]:
    first, second = list(first), list(second)
    while len(first) + len(second) > room:
        loser = first if from_first(first, second) else second
        (loser or first or second).pop(end)
    return first, second
