"""What the runs of ``continued`` found, beside lesson 16's ``what_to_mask``."""

from lessons.l17_what_to_predict.experiments import replaced_tokens
from lessons.l17_what_to_predict.learning.operations import Work

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from jaxtyping import Int
from torch import Tensor

from bertlab.model.checkpoint import read_tensors
from bertlab.probing.names import name_counts
from bertlab.probing.news import NamedLines, named_lines
from bertlab.statistics import Estimate, SeedScores, f1_difference, f1_of, seed_scores
from workbook.records import RUNS, recorded

ELECTRA, CHOSEN, WORDS, START = "ELECTRA", "chosen places", "masked words", "start"
STEPS: int = replaced_tokens.CONFIGURATION["training"]["steps"]
SEEDS: list[int] = replaced_tokens.CONFIGURATION["seeds"]
OF_LESSON_16 = {START: "start", WORDS: "plain"}  # its names of what was not trained again


class Point(NamedTuple):
    """A way to learn after some updates: what it took, and the F1 of names over seeds."""

    updates: int
    work: Work
    f1: SeedScores


def names_after(way: str, updates: int = STEPS) -> SeedScores:
    """Return the F1 of names that a way to learn reaches after some updates.

    Args:
        way: ``start``, ``masked words``, ``ELECTRA`` or ``chosen places``.
        updates: As many as were recorded.
    """
    if not updates or way == START:
        return _of_lesson_16(START)
    if way == WORDS and updates == STEPS:
        return _of_lesson_16(WORDS)
    return seed_scores([said["names"]["test"]["all"]["f1"] for said in _said(way, updates)])


def lead_of(way: str, other: str = WORDS, updates: int = STEPS) -> Estimate:
    """Return by how much a way's F1 is above another's; the interval is over seeds and lines."""
    return f1_difference(_counts(way, updates), _counts(other, updates))


def leads_of_seeds(way: str, other: str = WORDS, updates: int = STEPS) -> tuple[float, ...]:
    """Return by how much a way's F1 is above another's with each seed."""
    return tuple((f1_of(_counts(way, updates)) - f1_of(_counts(other, updates))).tolist())


def curve(way: str) -> list[Point]:
    """Return the start of a way to learn, and its recorded points, in the order of updates."""
    points = [Point(0, Work(), names_after(START))]
    taken = _taken(way)
    return points + [Point(step, taken[step], names_after(way, step)) for step in sorted(taken)]


def _taken(way: str) -> dict[int, Work]:
    """Return what a way took up to its recorded points; seeds differ by little: the first's."""
    at = recorded(_run(way))["results"][way][0]["at"]
    taken = {int(step): _work(said) for step, said in at.items()}
    if way == WORDS:
        beside = recorded(_run(ELECTRA))["results"][ELECTRA][0]["at"][str(STEPS)]
        taken[STEPS] = _work(beside["masked words"])
    return taken


def _run(way: str) -> str:
    """Return the name of the run that a way was trained in."""
    return "replaced_tokens" if way == ELECTRA else "chosen_places"


def _work(entries: dict[str, Any]) -> Work:
    return Work(*(entries[name] for name in ("tokens", "predictions", "multiplications")))


def _said(way: str, updates: int) -> list[dict[str, Any]]:
    return [one["at"][str(updates)] for one in recorded(_run(way))["results"][way]]


def _of_lesson_16(way: str) -> SeedScores:
    found = recorded("what_to_mask")["results"][OF_LESSON_16[way]]
    return seed_scores([entries["test"]["all"]["f1"] for entries in found])


@cache
def kept(name: str) -> dict[str, Tensor]:
    """Return what a recorded run kept beside its record."""
    return read_tensors(RUNS / f"{name}.safetensors")


@cache
def test_lines() -> NamedLines:
    """Return the test lines that all models looked for names in."""
    settings = replaced_tokens.CONFIGURATION
    return named_lines("test", settings["named_lines"]["test"], settings["max_length"])


def _counts(way: str, updates: int) -> Int[np.ndarray, "S L 3"]:
    if way == START or (way == WORDS and updates == STEPS):
        return _line_counts("what_to_mask", OF_LESSON_16[way], "names")
    return _line_counts(_run(way), way, f"{updates}/names")


@cache
def _line_counts(run: str, arm: str, what: str) -> Int[np.ndarray, "S L 3"]:
    names = [kept(run)[f"{arm}/{seed}/{what}"] for seed in SEEDS]
    return np.stack([name_counts(found, test_lines()) for found in names])
