"""A friend's way to cut pairs, which gives their order away, and the check of what mends it."""

from lessons.l17_what_to_predict.pairs import documents

from collections.abc import Callable
from functools import cache

from workbook.exercises.tasks import task

MARKS = "。！？；!?;”』）)"
Made = tuple[str, str] | None
Cut = Callable[[str, str, bool, int], Made]
TELLING = 0.6  # right answers of the rule; guessing has half of them
ROOM = 40  # characters, of both texts together
FIRST, SECOND = "abcdefgh.", "ijklmnopqrst."  # each letter stands once: a place can be read off


def whole_pair(first: str, second: str, swapped: bool, room: int) -> Made:
    """Return two sentences in order or changed; nothing if they do not fit as a whole."""
    if len(first) + len(second) > room:
        return None
    return (second, first) if swapped else (first, second)


def of_friend(first: str, second: str, swapped: bool, room: int) -> Made:
    """Cut the beginning of the first and the end of the second; then change the order."""
    too_long = max(0, len(first) + len(second) - room)
    first = first[too_long // 2 :]
    second = second[: len(second) - (too_long - too_long // 2)]
    return (second, first) if swapped else (first, second)


def changed_first(first: str, second: str, swapped: bool, room: int) -> Made:
    """Change the order; then cut the beginning of what is first now, and the end of the other."""
    one, other = (second, first) if swapped else (first, second)
    return of_friend(one, other, False, room)


def in_order(first: str, second: str) -> bool:
    """Guess whether two texts are in order, by one mark: the first text ends like a sentence."""
    return first.endswith(tuple(MARKS))


@cache
def neighbors(number: int = 1000) -> tuple[tuple[str, str], ...]:
    """Return two neighboring sentences of each test document, the first ones."""
    return tuple(one.sentences[:2] for one in documents("test")[:number])  # type: ignore[misc]


def told_by_a_mark(function: Cut, room: int = ROOM) -> tuple[int, float]:
    """Return how many pairs a function makes, and how often a mark alone tells their order."""
    right = []
    for first, second in neighbors():
        for swapped in (False, True):
            made = function(first, second, swapped, room)
            if made is not None:
                right.append(in_order(*made) != swapped)
    return len(right), sum(right) / max(1, len(right))


def pairs_of_friend(function: Cut) -> Cut:
    """Check a function that makes pairs, and say what is wrong with it."""
    return task(
        __name__, "cut_pair", function, whole_pair, _slip, "right: no mark tells the order."
    )


def _slip(given: Cut) -> str:
    room = len(FIRST) + len(SECOND)
    for swapped in (False, True):
        wanted = (SECOND, FIRST) if swapped else (FIRST, SECOND)
        made = given(FIRST, SECOND, swapped, room)
        if made is None:
            return "A pair that fits exactly is left out."
        if tuple(made) != wanted:
            return f"A pair that fits comes out as {made}; expected {wanted}."
    seen: list[tuple[tuple[bool, bool], ...] | None] = []
    for swapped in (False, True):
        made = given(FIRST, SECOND, swapped, 12)
        if made is None:
            seen.append(None)
            continue
        one, other = made
        if len(one) + len(other) > 12:
            return f"A pair of {len(one) + len(other)} characters was made where 12 fit."
        seen.append(tuple(_ends(text) for text in (one, other)))
    if seen[0] != seen[1]:
        if told_by_a_mark(given)[1] > TELLING:
            share = told_by_a_mark(given)[1]
            return f"One simple rule is\nright for {share:.0%} of these pairs. Which rule?"
        return "Where a pair is cut,\nor left out, must not depend on its order."
    return ""


def _ends(text: str) -> tuple[bool, bool]:
    """Return whether a text begins where a sentence begins, and ends where one ends."""
    return text[:1] in (FIRST[0], SECOND[0]), text[-1:] == "."
