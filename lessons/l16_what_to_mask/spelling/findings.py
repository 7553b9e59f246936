"""What the recorded run of spelling says: scores with intervals, and differences."""

from lessons.l16_what_to_mask.spelling.measures import KEPT, UNTRAINED, dense
from lessons.l16_what_to_mask.spelling.sentences import data
from lessons.l16_what_to_mask.spelling.training import SpellingData

from collections.abc import Callable
from functools import cache
from operator import attrgetter
from typing import NamedTuple

import numpy as np

from bertlab.model.checkpoint import read_tensors
from bertlab.spelling.scoring import count, drawn_again, score
from workbook.records import recorded

ASKED = ("free", "homophones", "detector")  # to write any piece, homophones only, or to flag
DRAWS = 1000


class Score(NamedTuple):
    """A score: the mean of the seeds, each seed, and a 95% interval over sentences.

    The interval holds the seeds as they are, and draws the test sentences again.
    """

    mean: float
    seeds: tuple[float, ...]
    low: float
    high: float

    @property
    def deviation(self) -> float:
        """The standard deviation over seeds; 0 if there is one."""
        return float(np.std(self.seeds, ddof=1)) if len(self.seeds) > 1 else 0.0


@cache
def test_sentences() -> SpellingData:
    """Return the spoiled sentences of the run."""
    return data("test", *recorded("spelling")["configuration"]["test"])


@cache
def counted(arm: str, asked: str) -> tuple[np.ndarray, ...]:
    """Return for each seed what a corrector did to each test sentence: (S, 4), as ``count`` has it.

    Args:
        arm: A trained arm, ``"counts"`` or ``"hiding"``; these two know homophones only.
        asked: One of ``ASKED``.
    """
    part, kept = test_sentences(), read_tensors(KEPT)
    seeds = recorded("spelling")["configuration"]["seeds"]
    names = [f"{arm}/{seed}/{asked}" for seed in seeds]
    if arm in UNTRAINED:
        names = [f"{arm}/0/homophones"]
    answers = [dense(part, kept[f"{name}/places"], kept[f"{name}/pieces"]) for name in names]
    return tuple(count(part.right, part.shown, each) for each in answers)


def spelling_score(arm: str, metric: str = "correction.f1", asked: str = "free") -> Score:
    """Return a score of a corrector, between 0 and 1.

    Args:
        arm: As for ``counted``.
        metric: A path in ``SpellingScores``, such as ``"detection.recall"`` or ``"false_alarms"``.
        asked: As for ``counted``.
    """
    return _score([counted(arm, asked)], metric)


def spelling_lead(
    first: str,
    second: str,
    metric: str = "correction.f1",
    asked: str = "free",
) -> Score:
    """Return by how much the first corrector leads the second, on the same drawn sentences."""
    return _score([counted(first, asked), counted(second, asked)], metric)


def rates(arm: str) -> tuple[float, float, float, float]:
    """Return precision, recall and F1 of correction, and false alarms, by homophones only."""
    metrics = ("correction.precision", "correction.recall", "correction.f1", "false_alarms")
    precision, recall, f1, alarms = (
        spelling_score(arm, metric, "homophones").mean for metric in metrics
    )
    return precision, recall, f1, alarms


def _score(ways: list[tuple[np.ndarray, ...]], metric: str) -> Score:
    """Return a score, or the difference of two; a way without seeds stands for each of them."""
    value: Callable = attrgetter(metric)
    most = max(map(len, ways))
    several = [way * most if len(way) == 1 else way for way in ways]
    places = drawn_again(len(several[0][0]), DRAWS, seed=0)
    seeds, drawn = np.zeros(most), np.zeros(DRAWS)
    for sign, way in zip((1, -1), several, strict=False):
        for seed, counts in enumerate(way):
            seeds[seed] += sign * value(score(counts))
            drawn += sign * value(score(counts[places])) / most
    low, high = np.quantile(drawn, (0.025, 0.975)).tolist()
    return Score(float(seeds.mean()), tuple(seeds.tolist()), low, high)
