"""What the recorded runs found: scores of each arm, and by how much one leads another.

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
from workbook.records import recorded

CONFIGURATION = what_to_mask.CONFIGURATION


def name_score(arm: str, kind: str = "all", split: str = "test", score: str = "f1") -> SeedScores:
    """Return how well an arm finds names: ``f1``, ``precision`` or ``recall``."""
    found = recorded("what_to_mask")["results"][arm]
    return seed_scores([entries[split][kind][score] for entries in found])


def cloze_score(arm: str, way: str) -> SeedScores:
    """Return the proportion that an arm guesses of the test characters shown as [MASK]."""
    return seed_scores(_right(arm, way)[:, _asked(way)[2]].mean(axis=1).tolist())


def name_lead(arm: str, other: str = BASE) -> Estimate:
    """Return by how much an arm's F1 of names is above another's, over lines and seeds."""
    return f1_difference(_counts(arm), _counts(other))


def cloze_lead(arm: str, way: str, other: str = BASE) -> Estimate:
    """Return by how much an arm guesses more than another where [MASK] stands."""
    _, examples, hidden = _asked(way)
    first, second = (_right(one, way)[:, hidden] for one in (arm, other))
    return proportion_difference(first, second, tuple(np.array(examples)[hidden].tolist()))


@cache
def _kept() -> dict[str, Tensor]:
    return read_tensors(what_to_mask.KEPT)


@cache
def _named() -> NamedLines:
    return named_lines("test", CONFIGURATION["named_lines"]["test"], CONFIGURATION["max_length"])


@cache
def _counts(arm: str) -> Int[np.ndarray, "S L 3"]:
    seeds = CONFIGURATION["seeds"]
    return np.stack([name_counts(_kept()[f"{arm}/{seed}/names"], _named()) for seed in seeds])


@cache
def _asked(way: str) -> tuple[Tensor, tuple[int, ...], Bool[np.ndarray, " M"]]:
    """Return what stood at the chosen places, the example of each, and whether it shows [MASK].

    Where no [MASK] stands the answer could be copied, so these places do not count.
    """
    data, asked = what_to_mask.held_out(CONFIGURATION)[way], CONFIGURATION["cloze"]
    shown = [data.example(*place)[0] for place in spread(data, asked)]
    hidden = [one.input_ids[one.positions] == tokenizer().mask_id for one in shown]
    return targets(data, asked), examples_of(data, asked), np.concatenate(hidden)


def _right(arm: str, way: str) -> Bool[np.ndarray, "S M"]:
    wanted = _asked(way)[0]
    seeds = CONFIGURATION["seeds"]
    return np.stack([(_kept()[f"{arm}/{s}/{way}"] == wanted).numpy() for s in seeds])
