"""What the recorded runs hold: scores of each variant, and differences between two of them.

All intervals draw the test text anew and the seeds as well. The run had fixed the text alone; with
the seeds the intervals are wider.
"""

from lessons.l16_what_to_mask.experiments import what_to_mask
from lessons.l16_what_to_mask.learners import BASE

from functools import cache

import numpy as np
from jaxtyping import Bool, Int
from torch import Tensor

from bertlab.model.checkpoint import read_tensors
from bertlab.pretraining.objectives import spread
from bertlab.probing.cloze import examples_of, targets
from bertlab.probing.names import name_counts
from bertlab.probing.news import NamedLines, named_lines, tokenizer
from bertlab.statistics import (
    Estimate,
    SeedScores,
    f1_difference,
    proportion_difference,
    seed_scores,
)
from workbook import records

CONFIGURATION = what_to_mask.CONFIGURATION


def cloze_score(variant: str, cloze: str) -> SeedScores:
    """Return the proportion that a variant guesses of the test characters shown as [MASK]."""
    hidden = _questions(cloze)[2]
    return seed_scores(_is_right(variant, cloze)[:, hidden].mean(axis=1).tolist())


def name_difference(variant: str, other: str = BASE) -> Estimate:
    """Return by how much a variant's F1 of names is above another's, over lines and seeds."""
    return f1_difference(_counts(variant), _counts(other))


def cloze_difference(variant: str, cloze: str, other: str = BASE) -> Estimate:
    """Return by how much a variant guesses more than another where [MASK] stands."""
    _, examples, hidden = _questions(cloze)
    first, second = (_is_right(each, cloze)[:, hidden] for each in (variant, other))
    return proportion_difference(first, second, tuple(np.array(examples)[hidden].tolist()))


@cache
def _tensors() -> dict[str, Tensor]:
    return read_tensors(what_to_mask.KEPT)


@cache
def _named() -> NamedLines:
    return named_lines("test", CONFIGURATION["named_lines"]["test"], CONFIGURATION["max_length"])


@cache
def _counts(variant: str) -> Int[np.ndarray, "S L 3"]:
    seeds = CONFIGURATION["seeds"]
    return np.stack([name_counts(_tensors()[f"{variant}/{s}/names"], _named()) for s in seeds])


@cache
def _questions(cloze: str) -> tuple[Tensor, tuple[int, ...], Bool[np.ndarray, " M"]]:
    """Return what stood at the chosen positions, the example of each, and whether it shows [MASK].

    Where no [MASK] stands the answer could be copied, so these positions do not count.
    """
    data, number = what_to_mask.held_out(CONFIGURATION)[cloze], CONFIGURATION["cloze"]
    masked = [data.example(*index)[0] for index in spread(data, number)]
    hidden = [each.input_ids[each.positions] == tokenizer().mask_id for each in masked]
    return targets(data, number), examples_of(data, number), np.concatenate(hidden)


def _is_right(variant: str, cloze: str) -> Bool[np.ndarray, "S M"]:
    answers = _questions(cloze)[0]
    seeds = CONFIGURATION["seeds"]
    return np.stack([(_tensors()[f"{variant}/{s}/{cloze}"] == answers).numpy() for s in seeds])


def f1_of_names() -> dict[str, list[float]]:
    """Return how well each model finds names in the test lines: its F1, by seeds."""
    results = records.recorded("what_to_mask")["results"]
    return {name: [run["test"]["all"]["f1"] for run in runs] for name, runs in results.items()}
