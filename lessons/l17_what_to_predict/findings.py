"""What the run of sentence order found: accuracies with intervals over seeds and documents."""

from lessons.l17_what_to_predict.counting import Pairs, order_scores
from lessons.l17_what_to_predict.experiments import sentence_order
from lessons.l17_what_to_predict.experiments.sentence_order import COUNTING, START
from lessons.l17_what_to_predict.learning.frozen import strangers_told
from lessons.l17_what_to_predict.pairs import ALL_PAIRS, Asked, asked

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import pairwise, permutations

import numpy as np
from jaxtyping import Bool, Float
from torch import Tensor

from bertlab.model.checkpoint import read_tensors
from bertlab.model.tasks import BertForPreTraining
from bertlab.statistics import Estimate, proportion_difference
from workbook.charts import Row

CONFIGURATION = sentence_order.CONFIGURATION
ORDERS = tuple(permutations(range(3)))
WAYS = ("cosine", "lengths", "punctuation", "characters")


def accuracy(arm: str, task: str) -> Row:
    """Return the proportion of right answers of an arm, or of a way to count, on a test."""
    return _row(_right(arm, task), _documents())


def both_tests(counted: Mapping[str, str], arms: Sequence[str]) -> dict[str, dict[str, Row]]:
    """Return for each test the accuracy of a way to count, of ``bert-mini-zh``, and of the arms.

    Args:
        counted: The way to count that stands beside each test.
        arms: What was trained.
    """
    scores = {}
    for test, way in counted.items():
        found = {f"counting ({way})": accuracy(way, test), "bert-mini-zh": accuracy(START, test)}
        scores[test] = found | {f"trained: {arm}": accuracy(arm, test) for arm in arms}
    return scores


def lead(arm: str, other: str, task: str) -> Estimate:
    """Return by how much an arm is right more often than another on a test."""
    first, second = (_right(one, task) for one in (arm, other))
    if len(first) != len(second):  # one that has no seeds is compared with each
        seeds = max(len(first), len(second))
        first, second = (np.broadcast_to(x, (seeds, x.shape[1])) for x in (first, second))
    return proportion_difference(first, second, _documents())


def cues(found: Sequence[Asked]) -> dict[str, tuple[int, int]]:
    """Return for two signs in how many pairs the first sentence has them, and the second."""
    signs: dict[str, Callable[[str], bool]] = {
        "但 (but) begins": lambda text: text[0] == "但",
        "也 (too) is in": lambda text: "也" in text,
    }
    return {
        name: (sum(has(one.first) for one in found), sum(has(one.second) for one in found))
        for name, has in signs.items()
    }


def ordered_by_counting(beside: Pairs = ()) -> tuple[Row, list[float]]:
    """Return the proportion of test stretches that characters put into their order.

    Args:
        beside: More pairs, whose scores are returned as well: fitting takes a while.
    """
    train, validation = (
        sentence_order.test_pairs(CONFIGURATION, part) for part in ("train", "validation")
    )
    found = [one.sentences for one in sentence_order.test_stretches(CONFIGURATION)]
    pairs = [(each[i], each[j]) for each in found for i, j in ALL_PAIRS]
    scores = order_scores(train, validation, [*pairs, *beside], CONFIGURATION["strengths"])
    of_stretches = scores[: len(pairs)].double().numpy().reshape(-1, len(ALL_PAIRS))
    right = _best_orders(of_stretches) == 0
    return _row(right[None], tuple(range(len(right)))), scores[len(pairs) :].tolist()


def ordered(arm: str) -> Row:
    """Return the proportion of test stretches that an arm puts into their order."""
    right = np.stack([_orders(arm, seed) == 0 for seed in _seeds(arm)])
    return _row(right, tuple(range(right.shape[1])))


def scored_above(arm: str) -> Row:
    """Return the proportion of test pairs of which an arm scores A B above B A."""
    ways = [[_kept()[f"{arm}/{n}/{way}"] for way in ("next", "swapped")] for n in _seeds(arm)]
    right = np.stack([(written > swapped).numpy() for written, swapped in ways])
    return _row(right, _documents()[: right.shape[1]])


def told_by_new_head(model: BertForPreTraining) -> Row:
    """Return how many test pairs and strangers a new head tells, fitted to a frozen model.

    It is fitted to validation pairs, because training pairs are what the model learned from.
    """
    test = sentence_order.test_pairs(CONFIGURATION)
    return _row(strangers_told(model.eval(), asked("validation")[:500], test)[None], _documents())


def percent(row: Row) -> str:
    """Return a proportion and its interval, as a line prints it."""
    return f"{row.mean:.0%} [{row.low:.0%}, {row.high:.0%}]"


def points(ahead: Estimate) -> str:
    """Return a lead and its interval in points, as a line prints it."""
    return f"{100 * ahead.mean:+.1f} [{100 * ahead.low:+.1f}, {100 * ahead.high:+.1f}]"


def _row(right: Bool[np.ndarray, "S M"], documents: tuple[int, ...]) -> Row:
    found = proportion_difference(right, np.zeros_like(right), documents)
    return Row(*found, tuple(right.mean(axis=1).tolist()))


@cache
def _kept() -> dict[str, Tensor]:
    return read_tensors(sentence_order.KEPT)


@cache
def _documents() -> tuple[int, ...]:
    """Return the document of each answer, counted without gaps: first all (A, B), then the rest."""
    found = [one.document for one in sentence_order.test_pairs(CONFIGURATION)]
    numbers = np.unique(found, return_inverse=True)[1].tolist()
    return tuple(numbers + numbers)


def _seeds(arm: str) -> list[int]:
    return CONFIGURATION["seeds"] if arm in CONFIGURATION["arms"] else [0]


def _right(arm: str, task: str) -> Bool[np.ndarray, "S M"]:
    name = f"{COUNTING}/0/{task}/{arm}" if arm in WAYS else arm
    rows = []
    for seed in _seeds(arm):
        place = name if arm in WAYS else f"{name}/{seed}"
        other = _kept()[f"{place}/{'swapped' if task == 'SOP' else 'stranger'}"]
        rows.append(np.concatenate([_kept()[f"{place}/next"] > 0, other <= 0]))
    return np.stack(rows)


def _orders(arm: str, seed: int) -> np.ndarray:
    """Return the number of the best order of each stretch; number 0 is the author's."""
    return _best_orders(_kept()[f"{arm}/{seed}/stretches"].double().numpy())


def _best_orders(scores: Float[np.ndarray, "I 6"]) -> np.ndarray:
    sums = [sum(scores[:, ALL_PAIRS.index(pair)] for pair in pairwise(one)) for one in ORDERS]
    # The last of several best orders: a model that finds all alike does not find the author's.
    return len(ORDERS) - 1 - np.argmax(np.stack(sums)[::-1], axis=0)


__all__ = [
    "CONFIGURATION",
    "START",
    "WAYS",
    "accuracy",
    "both_tests",
    "cues",
    "lead",
    "ordered",
    "ordered_by_counting",
    "percent",
    "points",
    "scored_above",
    "told_by_new_head",
]
