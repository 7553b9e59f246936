"""The misconceptions about ``best_cue``, each a wrong function with advice."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence

from workbook.exercises import Misconception

Pairs = Sequence[tuple[str, str]]
Found = tuple[str, int, int]
Worth = Callable[[int, int], float]


def _difference(second: int, first: int) -> float:
    return second - first


def _alone(one: str, other: str) -> Iterable[str]:
    return set(one) - set(other)


def _whole(one: str, other: str) -> Iterable[str]:
    return set(one)


def _best(
    pairs: Pairs,
    worth: Worth = _difference,
    counted: Callable[[str, str], Iterable[str]] = _alone,
    backwards: bool = False,
) -> Found:
    second, first, seen = Counter[str](), Counter[str](), set[str]()
    for a, b in pairs:
        second.update(counted(b, a))
        first.update(counted(a, b))
        seen |= set(a + b)
    order = sorted(seen, reverse=backwards)
    best = max(order, key=lambda one: worth(second[one], first[one]))
    return best, second[best], first[best]


def _turned(pairs: Pairs) -> Found:
    best, second, first = _best(pairs)
    return best, first, second


def _of_the_first(pairs: Pairs) -> Found:
    return _best(pairs, lambda second, first: first - second)


def _occurrences(one: str, other: str) -> Iterable[str]:
    return [each for each in one if each not in other]


def _more_often(one: str, other: str) -> Iterable[str]:
    return (Counter(one) - Counter(other)).elements()


def _proportion(second: int, first: int) -> float:
    return second / max(second + first, 1)


MISCONCEPTIONS = (
    Misconception(
        "pairs in which both sentences have it count as well",
        "A character that both sentences have does not tell them apart. Leave these pairs out.",
        lambda pairs: _best(pairs, counted=_whole),
        variants=(lambda pairs: _best(pairs, counted=lambda one, other: one),),
    ),
    Misconception(
        "every occurrence counts, not every pair",
        "A pair counts once, however often the character stands in it: use a set.",
        lambda pairs: _best(pairs, counted=_occurrences),
        variants=(lambda pairs: _best(pairs, counted=_more_often),),
    ),
    Misconception(
        "the proportion decides, not the difference",
        "A character that was seen once has 1 of 1. The difference wants it to be frequent, too.",
        lambda pairs: _best(pairs, _proportion),
    ),
    Misconception(
        "the most frequent character of the second sentences is taken",
        "It may be as frequent in the first ones, and then it tells nothing: subtract.",
        lambda pairs: _best(pairs, lambda second, first: second),
    ),
    Misconception(
        "the numbers have changed places",
        "First in how many pairs the second sentence alone has it, then the first alone.",
        _turned,
    ),
    Misconception(
        "the best cue of the first sentence is returned",
        "Asked for is what stands in the second sentence more often: second minus first.",
        _of_the_first,
    ),
    Misconception(
        "the sign of the difference is lost",
        "A character of the first sentence has a negative difference: do not take its size.",
        lambda pairs: _best(pairs, lambda second, first: abs(second - first)),
    ),
    Misconception(
        "of equally good characters the last one is taken",
        "Sort the characters before you take the best: max keeps the first of several.",
        lambda pairs: _best(pairs, backwards=True),
    ),
)
