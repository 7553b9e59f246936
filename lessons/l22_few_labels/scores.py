"""What the recorded models have right: intervals over draws, differences, the choice of a pattern.

Runs are named by their group, such as *16* labels, and by themselves, such as *pattern 2*.
"""

from lessons.l22_few_labels.ways import PATTERNS

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
import torch
from jaxtyping import Bool, Float, Int
from scipy.stats import t as student_t
from torch import Tensor

from bertlab.datasets import book_reviews_zh, movie_reviews
from bertlab.finetuning.sentiment import sample
from bertlab.model.checkpoint import read_tensors
from bertlab.statistics import Estimate, proportion_difference
from workbook.records import RUNS

TEST = 500  # reviews
MAJORITY = "majority of the patterns"  # computed: what most of the five clozes say
RUNS_OF = {way: [way, *(f"{way} {i}" for i in range(2, len(PATTERNS) + 1))]
           for way in ("zero-shot", "calibrated", "at the median", "pattern")}  # fmt: skip


@cache
def right(group: str, run: str) -> Bool[np.ndarray, "S N"]:
    """Return which test reviews a way put into their class, for each draw."""
    if run == MAJORITY:
        votes = sum(right(group, pattern).astype(int) for pattern in RUNS_OF["pattern"])
        return np.asarray(2 * votes > len(PATTERNS))
    classes: Bool[np.ndarray, "S N"] = _classes()[f"{group}/{run}"].numpy() == _labels(group)
    return classes


def most_frequent_class(group: str) -> float:
    """Return the accuracy of one who says the more frequent class of all test reviews."""
    good = float(_labels(group).mean())
    return max(good, 1 - good)


def _labels(group: str) -> Int[np.ndarray, " N"]:
    reviews: Any = book_reviews_zh() if group.startswith("Chinese") else movie_reviews()
    return np.array([one.label for one in sample(reviews.test, TEST)])


@cache
def _classes() -> dict[str, Any]:
    return read_tensors(RUNS / "few_labels.safetensors")


def says_good(group: str, run: str) -> list[float]:
    """Return of how many test reviews a way says that they are favorable, for each draw."""
    rates: list[float] = _classes()[f"{group}/{run}"].double().mean(dim=1).tolist()
    return rates


def over_draws(values: Sequence[float] | Float[np.ndarray, " S"]) -> Estimate:
    """Return the mean over draws of the labels and its 95% interval, by Student's t."""
    numbers = np.asarray(values, dtype=float)
    mean, draws = float(numbers.mean()), len(numbers)
    half = student_t.ppf(0.975, draws - 1) * numbers.std(ddof=1) / draws**0.5
    return Estimate(mean, mean - float(half), mean + float(half))


def accuracies(record: Mapping[str, Any], group: str, run: str) -> list[float]:
    """Return the accuracy of each draw."""
    return [one["accuracy"] for one in record["results"][group][run]]


def aucs(record: Mapping[str, Any], group: str, run: str) -> list[float]:
    """Return of each draw how often a favorable review has a higher score than another one."""
    return [one["auc"] for one in record["results"][group][run]]


def auc_difference(record: Mapping[str, Any], group: str, run: str, other: str) -> Estimate:
    """Return how much better a way orders the reviews than another one, with an interval."""
    return over_draws(np.subtract(aucs(record, group, run), aucs(record, group, other)))


def draws_of(record: Mapping[str, Any], *groups: str) -> str:
    """Return how many draws of the labels there are, in words."""
    counts = {group: len(record["results"][group]["classifier"]) for group in groups}
    numbers = {group: int(group.removeprefix("Chinese, ")) for group in groups}
    parts = [f"{count} of {numbers[group]:,}" for group, count in counts.items()]
    return f"draws of the labels: {', '.join(parts)}"


def difference(group: str, run: str, other: str) -> Estimate:
    """Return how much more often a way is right than another one, with an interval over draws."""
    means = [right(group, name).mean(axis=1) for name in (run, other)]
    return over_draws(means[0] - means[1])


def differences(group: str, run: str, other: str) -> Int[Tensor, "S N"]:
    """Return for each draw and review: one way is right, minus the other one is."""
    one, two = (torch.from_numpy(right(group, name)).long() for name in (run, other))
    return one - two


def is_better(group: str, run: str, other: str) -> bool:
    """Tell whether a way is better for sure: over draws, and over draws and reviews together."""
    pair = right(group, run), right(group, other)
    both = proportion_difference(*pair, range(TEST))
    return difference(group, run, other).low > 0 and both.low > 0


def by_choice(record: Mapping[str, Any], number: str, runs: Sequence[str]) -> list[float]:
    """Return the test accuracy of each draw if its labelled texts choose the pattern.

    The pattern is chosen that has most of the labelled texts right before it learns; of several,
    each is as likely as the others, so their mean counts.

    Args:
        record: The record.
        number: Of labels.
        runs: What is scored: one run for each pattern.
    """
    votes = [accuracies(record, f"{number}, labelled", run) for run in RUNS_OF["zero-shot"]]
    scores = np.array([_tested(record, number, run) for run in runs])  # (patterns, S)
    best = np.array(votes) == np.max(votes, axis=0)
    return list((scores * best).sum(axis=0) / best.sum(axis=0))


def _tested(record: Mapping[str, Any], number: str, run: str) -> list[float]:
    """Return accuracies of each draw; zero-shot is the same for all of them."""
    if run in record["results"]["0"]:
        draws = len(record["results"][f"{number}, labelled"]["zero-shot"])
        return accuracies(record, "0", run) * draws
    return accuracies(record, number, run)
