"""What the recorded run of spelling says: scores with intervals, and differences."""

from lessons.l16_what_to_mask.spelling.measures import KEPT, UNTRAINED, dense
from lessons.l16_what_to_mask.spelling.scoring import count, drawn_again, score
from lessons.l16_what_to_mask.spelling.sentences import changed, data, hidden_scores
from lessons.l16_what_to_mask.spelling.training import SpellingData

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from operator import attrgetter
from typing import NamedTuple

import numpy as np
import torch

from bertlab.model.checkpoint import read_tensors
from bertlab.model.tasks import BertForMaskedLM
from bertlab.statistics import seed_interval
from workbook.records import recorded

ASKED = ("free", "homophones", "detector")  # to write any piece, homophones only, or to flag
DRAWS = 1000
METRICS = ("correction.precision", "correction.recall", "correction.f1", "false_alarms")
Rates = tuple[float, ...]  # as METRICS has them


class Score(NamedTuple):
    """A score: the mean of the seeds, each seed, and a 95% interval over sentences and seeds."""

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


def rates(arm: str) -> Rates:
    """Return precision, recall and F1 of correction, and false alarms, by homophones only."""
    return _rates(counted(arm, "homophones"))


class Strict(NamedTuple):
    """Hiding with a higher margin, beside trained correctors, on the same sentences.

    Attributes:
        margin: The lowest with no more false alarms than any of the others, on other sentences.
        rates: Of hiding and each of the others, as ``rates`` has them.
        recall_leads: By how much hiding's recall is above that of each of the others.
    """

    margin: float
    rates: Mapping[str, Rates]
    recall_leads: Mapping[str, Score]


def strict_hiding(model: BertForMaskedLM, arms: Sequence[str], sentences: int) -> Strict:
    """Raise the margin of ``"hiding"`` until it has no more false alarms than trained correctors.

    The margin is chosen on the other test sentences, those after the ones that are looked at.

    Args:
        model: The one that hid.
        arms: The trained correctors; they choose among homophones.
        sentences: How many of the test sentences are looked at, the first ones.

    Raises:
        ValueError: If no margin of the run is high enough.
    """
    part, every = test_sentences(), {arm: counted(arm, "homophones") for arm in arms}
    rest = [n for n in range(sentences, len(part.right)) if part.right[n] == part.shown[n]]
    most = min(_rates(tuple(one[rest] for one in ways))[-1] for ways in every.values())
    highest = np.array([leads[:, 1].max() for leads in _leads_of_changes(model, rest)])
    results = recorded("spelling")
    lowest = results["results"]["margins"]["hiding"]
    for margin in results["configuration"]["margins"]:
        if margin >= lowest and (highest > margin).mean() <= most:
            right, shown = part.right[:sentences], part.shown[:sentences]
            leads = _leads_of_changes(model, range(sentences))
            ours = (count(right, shown, changed(shown, leads, margin)),)
            others = {arm: tuple(one[:sentences] for one in ways) for arm, ways in every.items()}
            found = {arm: _rates(ways) for arm, ways in others.items()}
            above = {arm: _score([ours, ways], METRICS[1]) for arm, ways in others.items()}
            return Strict(margin, {"hiding": _rates(ours)} | found, above)
    raise ValueError("no margin has as few false alarms as the others")


@torch.no_grad()
def _leads_of_changes(model: BertForMaskedLM, numbers: Sequence[int]) -> list[np.ndarray]:
    """Return hiding's leads as ``leads_by_hiding`` has them, where its kept changes are.

    A margin above that of the run keeps some of these changes and adds none.

    Args:
        model: The one that hid.
        numbers: Of the test sentences.
    """
    kept, part = read_tensors(KEPT), test_sentences()
    all_answers = dense(
        part, *(kept[f"hiding/0/homophones/{name}"] for name in ("places", "pieces"))
    )
    rows, answers = ([each[n] for n in numbers] for each in (part.shown, all_answers))
    found = [np.full((len(row), 2), -np.inf) for row in rows]
    asked = [
        (number, place)
        for number in sorted(range(len(rows)), key=lambda number: len(rows[number]))
        for place in np.flatnonzero(np.array(rows[number]) != answers[number]).tolist()
    ]
    for start in range(0, len(asked), 256):
        some = asked[start : start + 256]
        scores = hidden_scores([rows[n] for n, _ in some], [place for _, place in some], model)
        for (number, place), logits in zip(some, scores, strict=True):
            written, best = rows[number][place], answers[number][place]
            found[number][place] = best, float(logits[best] - logits[written])
    return found


def _rates(ways: tuple[np.ndarray, ...]) -> Rates:
    scores = [score(counts) for counts in ways]
    return tuple(float(np.mean([attrgetter(one)(each) for each in scores])) for one in METRICS)


def _score(ways: list[tuple[np.ndarray, ...]], metric: str) -> Score:
    """Return a score, or the difference of two; a way without seeds stands for each of them."""
    value: Callable = attrgetter(metric)
    most = max(map(len, ways))
    several = [way * most if len(way) == 1 else way for way in ways]
    places = drawn_again(len(several[0][0]), DRAWS, seed=0)
    seeds, drawn = np.zeros(most), np.zeros((DRAWS, most))
    for sign, way in zip((1, -1), several, strict=False):
        for seed, counts in enumerate(way):
            seeds[seed] += sign * value(score(counts))
            drawn[:, seed] += sign * value(score(counts[places]))
    return Score(float(seeds.mean()), tuple(seeds.tolist()), *seed_interval(drawn))
