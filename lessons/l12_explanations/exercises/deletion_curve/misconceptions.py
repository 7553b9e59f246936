"""The misconceptions about ``deletion_curve``, each a wrong function with advice."""

from lessons.l12_explanations.exercises.deletion_curve.question import Score

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise

from workbook.exercises import Misconception


def _falling(values: Sequence[float]) -> list[int]:
    return sorted(range(len(values)), key=lambda token: -values[token])


def _ranks(values: Sequence[float]) -> list[int]:
    order = _falling(values)
    return [order.index(token) for token in range(len(values))]


def _hidden(order: Sequence[int]) -> list[list[bool]]:
    """List who is shown with the first 0, 1, ..., N tokens of an order hidden."""
    return [
        [token not in order[:number] for token in range(len(order))]
        for number in range(len(order) + 1)
    ]


def _shown(order: Sequence[int]) -> list[list[bool]]:
    return [[not shown for shown in row] for row in _hidden(order)]


def _one_by_one(order: Sequence[int]) -> list[list[bool]]:
    everyone = [[True] * len(order)]
    return everyone + [[token != gone for token in range(len(order))] for gone in order]


def _trapezoids(scores: Sequence[float]) -> float:
    return sum((a + b) / 2 for a, b in pairwise(scores)) / (len(scores) - 1)


def _curve(
    score: Score,
    values: list[float],
    *,
    order: Callable[[Sequence[float]], list[int]] = _falling,
    groups: Callable[[Sequence[int]], list[list[bool]]] = _hidden,
    area: Callable[[Sequence[float]], float] = _trapezoids,
) -> tuple[list[float], float]:
    scores = [score(row) for row in groups(order(values))]
    return scores, area(scores)


MISCONCEPTIONS = (
    Misconception(
        "the smallest value is hidden first",
        "Hide what speaks most for the label first: if the explanation is right, the score "
        "falls at once and the area is small. sorted puts the smallest first.",
        partial(_curve, order=lambda values: _falling(values)[::-1]),
    ),
    Misconception(
        "tokens are ranked by size, whatever their sign",
        "A large negative value speaks against the label, and the score should rise without "
        "that token: it is hidden last.",
        partial(_curve, order=lambda values: _falling([abs(value) for value in values])),
    ),
    Misconception(
        "the rank of a token is taken for its place",
        "At step k hide the token that is k-th by value, order[k]. Sorting twice gives the "
        "rank of each token instead, which is another list.",
        partial(_curve, order=_ranks),
    ),
    Misconception(
        "each step hides one token only, and shows the one before again",
        "Tokens stay hidden: at step k the first k of the order are gone. One at a time "
        "measures how much each matters by itself.",
        partial(_curve, groups=_one_by_one),
    ),
    Misconception(
        "the curve is that of insertion",
        "Begin with the whole text and hide. To begin with nothing and show tokens is another "
        "measure, whose area should be large.",
        partial(_curve, groups=_shown),
    ),
    Misconception(
        "the score of the whole text is left out",
        "The curve has N + 1 points, and the first one has nothing hidden.",
        partial(_curve, groups=lambda order: _hidden(order)[1:]),
    ),
    Misconception(
        "the score with everything hidden is left out",
        "The curve has N + 1 points, and the last one has no token left: all methods end there.",
        partial(_curve, groups=lambda order: _hidden(order)[:-1]),
    ),
    Misconception(
        "the area is the plain mean of the points",
        "In a mean both ends count in full. Trapezoids lie between neighboring points, so the "
        "first and the last count one half.",
        partial(_curve, area=lambda scores: sum(scores) / len(scores)),
    ),
    Misconception(
        "a step is taken to be 1 wide",
        "N steps cover the range from 0 to 1, so each is 1 / N wide: else long texts have "
        "larger areas.",
        partial(_curve, area=lambda scores: _trapezoids(scores) * (len(scores) - 1)),
    ),
    Misconception(
        "the area is that of the drop from the whole text's score",
        "Here the scores themselves are wanted, not how far they fell.",
        partial(_curve, area=lambda scores: scores[0] - _trapezoids(scores)),
    ),
)
