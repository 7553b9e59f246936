"""The misconceptions about ``paired_interval``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial

from torch import Tensor

from workbook.exercises import Misconception

Ends = tuple[float, float]
Rows = Callable[[Tensor, Tensor, Tensor], Tensor]  # the gain in each row, as a proportion


def _ends(means: Tensor, low: float = 0.025, high: float = 0.975) -> Ends:
    return means.quantile(low).item(), means.quantile(high).item()


def _gains(right_a: Tensor, right_b: Tensor, draws: Tensor) -> Tensor:
    return (right_b - right_a)[draws].mean(dim=1)


def _varied(
    right_a: Tensor,
    right_b: Tensor,
    draws: Tensor,
    *,
    rows: Rows = _gains,
    points: float = 100.0,
    ends: Callable[[Tensor], tuple[float, float]] = _ends,
) -> Ends:
    return ends(points * rows(right_a, right_b, draws))


def _of_each(right_a: Tensor, right_b: Tensor, draws: Tensor, crossed: bool) -> Ends:
    (low_a, high_a), (low_b, high_b) = (_ends(100 * r[draws].mean(1)) for r in (right_a, right_b))
    return (low_b - high_a, high_b - low_a) if crossed else (low_b - low_a, high_b - high_a)


def _on_other_rows(right_a: Tensor, right_b: Tensor, draws: Tensor, other: Rows) -> Tensor:
    return right_b[draws].mean(1) - right_a[other(right_a, right_b, draws)].mean(1)


def _around(middle: Tensor, error: Tensor) -> Ends:
    return (middle - 1.96 * error).item(), (middle + 1.96 * error).item()


def _two_samples(right_a: Tensor, right_b: Tensor, draws: Tensor) -> Ends:
    a, b = right_a.mean(), right_b.mean()
    error = ((a * (1 - a) + b * (1 - b)) / len(right_a)).sqrt()
    return _around(100 * (b - a), 100 * error)


def _formula(right_a: Tensor, right_b: Tensor, draws: Tensor, unbiased: bool) -> Ends:
    gains = 100 * (right_b - right_a)
    return _around(gains.mean(), gains.std(correction=int(unbiased)) / len(gains) ** 0.5)


def _normal(means: Tensor, unbiased: bool, shrink: bool) -> Ends:
    error = means.std(correction=int(unbiased))
    return _around(means.mean(), error / len(means) ** 0.5 if shrink else error)


MISCONCEPTIONS = (
    Misconception(
        "each model gets an interval of its own",
        "Subtract first, text by text, and take one interval of the gain. The two models read the "
        "same texts, so much of what moves one score moves the other as well.",
        partial(_of_each, crossed=True),
        variants=(partial(_of_each, crossed=False),),
    ),
    Misconception(
        "the two models are scored on different draws",
        "Use the same row of draws for both: a hard text that is drawn twice is hard for both.",
        partial(_varied, rows=partial(_on_other_rows, other=lambda a, b, draws: draws.flip(0))),
        variants=(
            partial(_varied, rows=partial(_on_other_rows, other=lambda a, b, d: d.roll(1, 0))),
            partial(_varied, rows=partial(_on_other_rows, other=lambda a, b, d: d.roll(-1, 0))),
        ),
    ),
    Misconception(
        "the texts are taken for different ones in the formula",
        "The sum of two squared standard errors holds for two sets of texts. Here it is one set: "
        "subtract text by text first, and read the ends from the rows of draws.",
        _two_samples,
    ),
    Misconception(
        "the gain is that of A over B",
        "Subtract A from B: the gain is above 0 where B is better.",
        partial(_varied, rows=lambda a, b, draws: _gains(b, a, draws)),
    ),
    Misconception(
        "the upper end comes first",
        "Return the lower end first, then the upper one.",
        partial(_varied, ends=lambda means: _ends(means)[::-1]),
    ),
    Misconception(
        "proportions are returned, not points",
        "Multiply by 100: a proportion of 0.01 is one point.",
        partial(_varied, points=1.0),
    ),
    Misconception(
        "the middle 90% are taken",
        "Cut off 2.5% at each end, so that 95% remain. With 5% at each end 90% remain.",
        partial(_varied, ends=lambda means: _ends(means, 0.05, 0.95)),
    ),
    Misconception(
        "5% are cut off at one end only",
        "Cut off 2.5% at each end: a gain may be too low by chance, and too high as well.",
        partial(_varied, ends=lambda means: _ends(means, 0.0, 0.95)),
        variants=(partial(_varied, ends=lambda means: _ends(means, 0.05, 1.0)),),
    ),
    Misconception(
        "percentile is given proportions",
        "np.percentile counts to 100: ask for 2.5 and 97.5. np.quantile and torch.quantile count "
        "to 1.",
        partial(_varied, ends=lambda means: _ends(means, 0.00025, 0.00975)),
    ),
    Misconception(
        "the lowest and the highest row are the ends",
        "Take the middle 95%. The extremes of the rows move further apart with each row that you "
        "draw.",
        partial(_varied, ends=lambda means: _ends(means, 0.0, 1.0)),
    ),
    Misconception(
        "the mean is taken over the rows of draws, not over the texts of a row",
        "draws is (R, N): the mean over the last axis gives one gain for each row.",
        partial(_varied, rows=lambda a, b, draws: (b - a)[draws].mean(dim=0)),
    ),
    Misconception(
        "the draws are not used: the ends are those of single texts",
        "A single text gains -1, 0 or 1. Take the mean over the texts of each row of draws, and "
        "the ends of these means.",
        partial(_varied, rows=lambda a, b, draws: b - a),
        variants=(partial(_varied, rows=lambda a, b, draws: (b - a)[draws].flatten()),),
    ),
    Misconception(
        "a normal curve stands in for the rows",
        "It comes close here. But read the ends from the rows: that is right for skewed gains too.",
        partial(_formula, unbiased=True),
        variants=(
            partial(_formula, unbiased=False),
            partial(_varied, ends=partial(_normal, unbiased=True, shrink=False)),
            partial(_varied, ends=partial(_normal, unbiased=False, shrink=False)),
        ),
    ),
    Misconception(
        "the spread of the rows is divided by the root of their number",
        "The spread of the rows is already the standard error of the gain. Divided once more, it "
        "would shrink to 0 with more rows, although there are no more texts.",
        partial(_varied, ends=partial(_normal, unbiased=True, shrink=True)),
        variants=(partial(_varied, ends=partial(_normal, unbiased=False, shrink=True)),),
    ),
)
