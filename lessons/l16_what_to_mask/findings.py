"""What the recorded runs found: scores of each arm, and by how much one leads another."""

from lessons.l16_what_to_mask import learners
from lessons.l16_what_to_mask.experiments import what_to_mask
from lessons.l16_what_to_mask.learners import BASE
from lessons.l16_what_to_mask.news import NamedLines, named_lines
from lessons.l16_what_to_mask.scores import f1_lead, name_counts, share_lead

from functools import cache
from typing import NamedTuple

import numpy as np
from jaxtyping import Bool, Int
from torch import Tensor

from bertlab.model.checkpoint import read_tensors
from workbook.records import recorded

CONFIGURATION = what_to_mask.CONFIGURATION


class Score(NamedTuple):
    """A score of each seed, with their mean and standard deviation."""

    seeds: tuple[float, ...]
    mean: float
    sd: float


class Lead(NamedTuple):
    """By how much one arm is above another, with a 95% interval over what was sampled."""

    mean: float
    low: float
    high: float


def score_of(values: list[float]) -> Score:
    """Return the mean and standard deviation of some seeds' scores."""
    return Score(tuple(values), float(np.mean(values)), float(np.std(values, ddof=1)))


def name_score(arm: str, kind: str = "all", split: str = "test", score: str = "f1") -> Score:
    """Return how well an arm finds names: ``f1``, ``precision`` or ``recall``."""
    found = recorded("what_to_mask")["results"][arm]
    return score_of([entries[split][kind][score] for entries in found])


def cloze_score(arm: str, way: str) -> Score:
    """Return the proportion of hidden test characters that an arm guesses."""
    return score_of([entries["cloze"][way] for entries in recorded("what_to_mask")["results"][arm]])


def name_lead(arm: str, other: str = BASE) -> Lead:
    """Return by how much an arm's F1 of names is above another's; the interval is over lines."""
    return Lead(*f1_lead(_counts(arm), _counts(other)))


def cloze_lead(arm: str, way: str, other: str = BASE) -> Lead:
    """Return by how much an arm guesses more than another; the interval is over examples."""
    return Lead(*share_lead(_right(arm, way), _right(other, way), _examples(way)))


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
    data = what_to_mask.held_out(CONFIGURATION)[way]
    asked, examples, offset = CONFIGURATION["cloze"], list[int](), 0
    for batch in learners.batches(data, asked):
        B, T = batch.input_ids.shape
        examples += (batch.places // T + offset).tolist()
        offset += B
    return learners.targets(data, asked), tuple(examples)


def _right(arm: str, way: str) -> Bool[np.ndarray, "S M"]:
    wanted, _ = _wanted(way)
    seeds = CONFIGURATION["seeds"]
    return np.stack([(_kept()[f"{arm}/{s}/{way}"] == wanted).numpy() for s in seeds])


def _examples(way: str) -> tuple[int, ...]:
    return _wanted(way)[1]
