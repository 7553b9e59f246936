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


def _before_each_step(order: Sequence[int]) -> list[list[bool]]:
    rows = _hidden(order)
    return [rows[0], *rows[:-1]]


def _narrow(step: Callable[[int], float]) -> Callable[[Sequence[float]], float]:
    """Make trapezoids whose width is that of the number of points."""
    return lambda scores: step(len(scores)) * sum((a + b) / 2 for a, b in pairwise(scores))


def _trapezoids(scores: Sequence[float]) -> float:
    return sum((a + b) / 2 for a, b in pairwise(scores)) / (len(scores) - 1)


def _curve(
    score: Score,
    values: list[float],
    *,
    order: Callable[[Sequence[float]], list[int]] = _falling,
    groups: Callable[[Sequence[int]], list[list[bool]]] = _hidden,
    area: Callable[[Sequence[float]], float] = _trapezoids,
    finish: Callable[[list[float]], list[float]] = lambda scores: scores,
) -> tuple[list[float], float]:
    scores = [score(row) for row in groups(order(values))]
    return finish(scores), area(scores)


MISCONCEPTIONS = (
    Misconception(
        "the smallest value is hidden first",
        "Hide what speaks most for the label first: if the explanation is right, the score "
        "falls at once and the area is small. sorted puts the smallest first.",
        partial(_curve, order=lambda values: _falling(values)[::-1]),
    ),
    Misconception(
        "tokens are hidden from left to right",
        "Hide them by what values says of them, the largest first: a ranking is what the curve "
        "tests.",
        partial(_curve, order=lambda values: list(range(len(values)))),
    ),
    Misconception(
        "tokens are ranked by size, whatever their sign",
        "A large negative value speaks against the label, and the score should rise without "
        "that token: it is hidden last.",
        partial(_curve, order=lambda values: _falling([abs(value) for value in values])),
    ),
    Misconception(
        "the order of the tokens and their ranks are exchanged",
        "order[k] is the token that goes in step k; the rank of a token is the step in which it "
        "goes. Sorting the places once gives the order, sorting twice the ranks: hide the tokens "
        "order[:k], or those of rank below k.",
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
        variants=(
            partial(
                _curve,
                groups=lambda order: _hidden(order)[1:],
                area=_narrow(lambda points: 1 / points),
            ),
            partial(
                _curve,
                groups=lambda order: _hidden(order)[1:],
                area=lambda scores: sum(scores) / len(scores),
            ),
            partial(_curve, finish=lambda scores: scores[1:]),
        ),
    ),
    Misconception(
        "the score with everything hidden is left out",
        "The curve has N + 1 points, and the last one has no token left: all methods end there.",
        partial(_curve, groups=lambda order: _hidden(order)[:-1]),
        variants=(
            partial(
                _curve,
                groups=lambda order: _hidden(order)[:-1],
                area=_narrow(lambda points: 1 / points),
            ),
            partial(
                _curve,
                groups=lambda order: _hidden(order)[:-1],
                area=lambda scores: sum(scores) / len(scores),
            ),
            partial(_curve, finish=lambda scores: scores[:-1]),
        ),
    ),
    Misconception(
        "each score is taken before its token is hidden",
        "First the score of the whole text, then for each token: hide it, and take the score. Now "
        "the whole text comes twice, and the text without any token never.",
        partial(_curve, groups=_before_each_step),
    ),
    Misconception(
        "the area is the plain mean of the points",
        "In a mean both ends count in full. Trapezoids lie between neighboring points, so the "
        "first and the last count one half.",
        partial(_curve, area=lambda scores: sum(scores) / len(scores)),
    ),
    Misconception(
        "the area is made of rectangles",
        "A trapezoid has the mean of its two ends as height: take (left + right) / 2 between "
        "neighboring points, not one of them.",
        partial(_curve, area=lambda scores: sum(scores[:-1]) / (len(scores) - 1)),
        variants=(
            partial(_curve, area=lambda scores: sum(scores[1:]) / (len(scores) - 1)),
            partial(_curve, area=lambda scores: sum(scores) / (len(scores) - 1)),
            partial(_curve, area=lambda scores: sum(scores)),
            partial(_curve, area=lambda scores: sum(scores[:-1])),
            partial(_curve, area=lambda scores: sum(scores[1:])),
        ),
    ),
    Misconception(
        "the heights of the trapezoids are not halved",
        "The height is the mean of both ends, (left + right) / 2: their sum gives twice the area.",
        partial(_curve, area=lambda scores: 2 * _trapezoids(scores)),
    ),
    Misconception(
        "a step is taken to be 1 / (N + 1) wide",
        "N + 1 points have N steps between them, so each is 1 / N wide.",
        partial(_curve, area=_narrow(lambda points: 1 / points)),
    ),
    Misconception(
        "the drops are returned, not the scores",
        "Return what score gives at each step: the curve begins at the whole text's score, and "
        "not at 0.",
        partial(_curve, finish=lambda scores: [scores[0] - score for score in scores]),
        variants=(
            partial(
                _curve,
                finish=lambda scores: [scores[0] - score for score in scores],
                area=lambda scores: scores[0] - _trapezoids(scores),
            ),
        ),
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
