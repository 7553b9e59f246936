"""What the recorded run of spelling holds: scores with intervals, and differences."""

from lessons.l16_what_to_mask.spelling.measures import KEPT, UNTRAINED, dense
from lessons.l16_what_to_mask.spelling.scoring import SpellingScores, count, score
from lessons.l16_what_to_mask.spelling.sentences import best_by_hiding, data, with_changes
from lessons.l16_what_to_mask.spelling.training import SpellingData

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from bertlab.model.checkpoint import read_tensors
from bertlab.model.tasks import BertForMaskedLM
from bertlab.statistics import seed_interval
from workbook import records
from workbook.charts import Row

DRAWS = 1000
Counts = tuple[np.ndarray, ...]  # for each seed (S, 3): what was done to each sentence


def run() -> Mapping[str, Any]:
    """Return the record."""
    return records.recorded("spelling")


@cache
def test_sentences() -> SpellingData:
    """Return the spoiled sentences of the run."""
    return data("test", *run()["configuration"]["test"])


@cache
def counts_of(variant: str, task: str = "homophones") -> Counts:
    """Return for each seed what a corrector did to each test sentence, as ``count`` has it.

    Args:
        variant: A trained one, ``"counts"`` or ``"hiding"``; these two know homophones only.
        task: ``"free"`` to write any piece, or ``"homophones"`` only.
    """
    seeds = [0] if variant in UNTRAINED else run()["configuration"]["seeds"]
    answers = [_answers(f"{variant}/{seed}/{task}") for seed in seeds]
    part = test_sentences()
    return tuple(count(part.right, part.shown, each) for each in answers)


def _answers(name: str) -> list[list[int]]:
    stored = read_tensors(KEPT)
    return dense(test_sentences(), stored[f"{name}/places"], stored[f"{name}/pieces"])


def f1(variant: str) -> Row:
    """Return the F1 of a corrector's changes, with its interval over sentences and seeds."""
    return _row([counts_of(variant)], "f1")


def f1_difference(first: str, second: str) -> Row:
    """Return by how much the first corrector's F1 is above the second's, on the same sentences."""
    return _row([counts_of(first), counts_of(second)], "f1")


def rates(variant: str) -> SpellingScores:
    """Return the scores of a corrector, means of its seeds."""
    return _rates(counts_of(variant))


class Strict(NamedTuple):
    """Hiding with a higher margin, beside trained correctors, on the same sentences.

    Attributes:
        margin: The lowest with no more false alarms than any of the others, on other sentences.
        rates: Of hiding and each of the others, as ``rates`` has them.
        recall_differences: By how much hiding's recall is above that of each of the others.
    """

    margin: float
    rates: Mapping[str, SpellingScores]
    recall_differences: Mapping[str, Row]


def strict_hiding(model: BertForMaskedLM, variants: Sequence[str], sentences: int) -> Strict:
    """Raise the margin of ``"hiding"`` until it has no more false alarms than trained correctors.

    The margin is chosen on the other test sentences, those after the ones that are looked at.

    Args:
        model: The one that hid.
        variants: The trained correctors; they choose among homophones.
        sentences: How many of the test sentences are looked at, the first ones.

    Raises:
        ValueError: If no margin of the run is high enough.
    """
    part, every = test_sentences(), {variant: counts_of(variant) for variant in variants}
    rest = [n for n in range(sentences, len(part.right)) if part.right[n] == part.shown[n]]
    most = min(_rates(tuple(c[rest] for c in counts)).false_alarms for counts in every.values())
    highest = np.array([each[:, 1].max() for each in _changes_by_hiding(model, rest)])
    lowest = run()["results"]["margins"]["hiding"]
    for margin in run()["configuration"]["margins"]:
        if margin >= lowest and (highest > margin).mean() <= most:
            right, shown = part.right[:sentences], part.shown[:sentences]
            changes = _changes_by_hiding(model, range(sentences))
            ours = (count(right, shown, with_changes(shown, changes, margin)),)
            others = {v: tuple(c[:sentences] for c in counts) for v, counts in every.items()}
            return Strict(
                margin,
                {"hiding": _rates(ours)} | {v: _rates(counts) for v, counts in others.items()},
                {v: _row([ours, counts], "recall") for v, counts in others.items()},
            )
    raise ValueError("no margin has as few false alarms as the others")


def _changes_by_hiding(model: BertForMaskedLM, numbers: Sequence[int]) -> list[np.ndarray]:
    """Return what ``best_by_hiding`` returns, at the run's changes alone; -inf elsewhere.

    A margin above that of the run keeps some of these changes and adds none.

    Args:
        model: The one that hid.
        numbers: Of the test sentences.
    """
    part, answers = test_sentences(), _answers("hiding/0/homophones")
    rows = [part.shown[n] for n in numbers]
    is_change = [np.array(part.shown[n]) != answers[n] for n in numbers]
    return best_by_hiding(rows, model, is_change)


def _rates(counts: Counts) -> SpellingScores:
    return SpellingScores(*np.mean([score(each) for each in counts], axis=0).tolist())


def _row(several: Sequence[Counts], metric: str) -> Row:
    """Return a score, or the difference of two; one without seeds stands for each of them.

    Sentences are drawn again with repetition, the same for both: their difference is a paired one.
    """
    most, number = max(map(len, several)), len(several[0][0])
    drawn_sentences = np.random.default_rng([0]).integers(0, number, (DRAWS, number))
    seeds, drawn = np.zeros(most), np.zeros((DRAWS, most))
    for sign, counts in zip((1, -1), several, strict=False):
        for seed, each in enumerate(counts * most if len(counts) == 1 else counts):
            seeds[seed] += sign * getattr(score(each), metric)
            drawn[:, seed] += sign * getattr(score(each[drawn_sentences]), metric)
    return Row(float(seeds.mean()), *seed_interval(drawn), tuple(seeds.tolist()))
