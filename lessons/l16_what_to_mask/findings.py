"""What the recorded runs found: scores of each arm, and by how much one leads another."""

from lessons.l16_what_to_mask.experiments import what_to_mask
from lessons.l16_what_to_mask.learners import BASE

from functools import cache

import numpy as np
from jaxtyping import Bool, Int
from torch import Tensor

from bertlab.model.checkpoint import read_tensors
from bertlab.probing.cloze import examples_of, targets
from bertlab.probing.leads import Lead, Score, f1_lead, score_of, share_lead
from bertlab.probing.names import name_counts
from bertlab.probing.news import NamedLines, named_lines
from workbook.records import recorded

CONFIGURATION = what_to_mask.CONFIGURATION


def name_score(arm: str, kind: str = "all", split: str = "test", score: str = "f1") -> Score:
    """Return how well an arm finds names: ``f1``, ``precision`` or ``recall``."""
    found = recorded("what_to_mask")["results"][arm]
    return score_of([entries[split][kind][score] for entries in found])


def cloze_score(arm: str, way: str) -> Score:
    """Return the proportion of hidden test characters that an arm guesses."""
    return score_of([entries["cloze"][way] for entries in recorded("what_to_mask")["results"][arm]])


def name_lead(arm: str, other: str = BASE) -> Lead:
    """Return by how much an arm's F1 of names is above another's; the interval is over lines."""
    return f1_lead(_counts(arm), _counts(other))


def cloze_lead(arm: str, way: str, other: str = BASE) -> Lead:
    """Return by how much an arm guesses more than another; the interval is over examples."""
    return share_lead(_right(arm, way), _right(other, way), _wanted(way)[1])


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
def _wanted(way: str) -> tuple[Tensor, tuple[int, ...]]:
    """Return what stood at the hidden places, and the example that each is in."""
    data, asked = what_to_mask.held_out(CONFIGURATION)[way], CONFIGURATION["cloze"]
    return targets(data, asked), examples_of(data, asked)


def _right(arm: str, way: str) -> Bool[np.ndarray, "S M"]:
    wanted, _ = _wanted(way)
    seeds = CONFIGURATION["seeds"]
    return np.stack([(_kept()[f"{arm}/{s}/{way}"] == wanted).numpy() for s in seeds])
