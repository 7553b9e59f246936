"""The misconceptions about ``best_order``, each a wrong function with advice."""

from collections.abc import Callable
from itertools import combinations, pairwise, permutations

from jaxtyping import Float
from torch import Tensor

from workbook.exercises import Misconception

Scores = Float[Tensor, "N N"]


def _best(scores: Scores, value: Callable[[list[int]], float]) -> list[int]:
    orders = [list(order) for order in permutations(range(len(scores)))]
    return max(orders, key=value)


def _along(scores: Scores, order: list[int]) -> float:
    return sum(float(scores[i, j]) for i, j in pairwise(order))


def _greedy(scores: Scores, start: int) -> list[int]:
    order, left = [start], [n for n in range(len(scores)) if n != start]
    while left:
        best = max(left, key=lambda n: float(scores[order[-1], n]))
        order.append(best)
        left.remove(best)
    return order


def _greedy_from_best(scores: Scores) -> list[int]:
    return max(
        (_greedy(scores, start) for start in range(len(scores))),
        key=lambda order: float(scores[order[0], order[1]]) if len(order) > 1 else 0.0,
    )


def _by_sums(scores: Scores) -> list[int]:
    sums = (scores - scores.diag().diag()).sum(dim=1).tolist()
    return sorted(range(len(scores)), key=lambda n: -sums[n])


def _greedy_from_all(scores: Scores) -> list[int]:
    starts = (_greedy(scores, start) for start in range(len(scores)))
    return max(starts, key=lambda order: _along(scores, order))


def _first_stays(scores: Scores) -> list[int]:
    orders = (list(order) for order in permutations(range(len(scores))) if order[0] == 0)
    return max(orders, key=lambda order: _along(scores, order))


MISCONCEPTIONS = (
    Misconception(
        "each step takes the sentence that follows best, beginning with the first",
        "The first of the list need not be the first of the text, and a good step may lead into a "
        "dead end. Try every order.",
        lambda scores: _greedy(scores, 0),
        variants=(_greedy_from_best, _greedy_from_all),
    ),
    Misconception(
        "the first sentence of the list stays the first",
        "The list is shuffled: any sentence may begin the text. Try every order.",
        _first_stays,
    ),
    Misconception(
        "log odds are made into probabilities before they are added",
        "The score of an order is the sum of the log odds themselves; a sigmoid squeezes the large "
        "ones together.",
        lambda scores: _best(scores, lambda order: _along(scores.double().sigmoid(), order)),
        variants=(lambda scores: _best(scores, lambda order: _along(scores.sigmoid(), order)),),
    ),
    Misconception(
        "rows and columns have changed places",
        "scores[i, j] says that i stands before j: the row is the sentence that stands first.",
        lambda scores: _best(scores, lambda order: _along(scores.T, order)),
    ),
    Misconception(
        "the worst order is returned",
        "A high score means that i stands before j. Take the largest sum.",
        lambda scores: _best(scores, lambda order: -_along(scores, order)),
    ),
    Misconception(
        "all pairs count, not the neighbors alone",
        "The scores hold for two that are neighbors, and only such pairs were trained. Add up the "
        "neighbors of an order.",
        lambda scores: _best(
            scores, lambda order: sum(float(scores[i, j]) for i, j in combinations(order, 2))
        ),
    ),
    Misconception(
        "the order closes a ring",
        "Nothing follows the last sentence: an order of n sentences has n - 1 neighbors.",
        lambda scores: _best(
            scores,
            lambda order: sum(float(scores[order[k - 1], order[k]]) for k in range(len(order))),
        ),
    ),
    Misconception(
        "sentences are sorted by the sum of their scores",
        "Such a sum also counts pairs that are no neighbors in the order. Try every order, and add "
        "up its neighbors.",
        _by_sums,
    ),
    Misconception(
        "the best single pair decides",
        "Add up the scores of all neighbors of an order, and take the largest sum.",
        lambda scores: _best(
            scores,
            lambda order: max((float(scores[i, j]) for i, j in pairwise(order)), default=0.0),
        ),
    ),
)
