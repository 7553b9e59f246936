"""What the runs of ``continued`` found, beside lesson 16's ``what_to_mask``."""

from lessons.l17_what_to_predict.experiments import mask_rates, replaced_tokens
from lessons.l17_what_to_predict.learning.continued import PRETRAINED
from lessons.l17_what_to_predict.learning.detectors import chosen_places, held_out
from lessons.l17_what_to_predict.learning.operations import Work

from functools import cache
from typing import Any, NamedTuple

import numpy as np
from jaxtyping import Int
from torch import Tensor

from bertlab.model.checkpoint import read_tensors
from bertlab.probing.leads import Lead, Score, f1_lead, f1_of, score_of
from bertlab.probing.names import name_counts
from bertlab.probing.news import NamedLines, named_lines
from workbook.records import RUNS, recorded

ELECTRA, CHOSEN, WORDS, START = "ELECTRA", "chosen places", "masked words", "start"
STEPS: int = replaced_tokens.CONFIGURATION["training"]["steps"]
SEEDS: list[int] = replaced_tokens.CONFIGURATION["seeds"]
OF_LESSON_16 = {START: "start", WORDS: "plain"}  # its names of what was not trained again
USUAL = 0.15  # the rate of ``plain``


class Point(NamedTuple):
    """A way to learn after some updates: what it took, and the F1 of names over seeds."""

    updates: int
    work: Work
    f1: Score


def names_after(way: str, updates: int = STEPS) -> Score:
    """Return the F1 of names that a way to learn reaches after some updates.

    Args:
        way: ``start``, ``masked words``, ``ELECTRA`` or ``chosen places``; the last two may end
            with ``PRETRAINED``.
        updates: As many as were recorded.
    """
    if not updates or way == START:
        return _of_lesson_16(START)
    if way == WORDS and updates == STEPS:
        return _of_lesson_16(WORDS)
    return score_of([said["names"]["test"]["all"]["f1"] for said in _said(way, updates)])


def names_with(rate: float) -> Score:
    """Return the F1 of names after learning with a proportion of the tokens hidden."""
    if rate == USUAL:
        return _of_lesson_16(WORDS)
    found = recorded("mask_rates")["results"][str(rate)]
    return score_of([entries["names"]["test"]["all"]["f1"] for entries in found])


def guessed_with(rate: float, way: str) -> Score:
    """Return the proportion of characters guessed: ``single characters`` or ``whole words``."""
    if rate == USUAL:
        found = recorded("what_to_mask")["results"]["plain"]
    else:
        found = recorded("mask_rates")["results"][str(rate)]
    return score_of([entries["cloze"][way] for entries in found])


def lead_of(way: str, other: str = WORDS, updates: int = STEPS) -> Lead:
    """Return by how much a way's F1 is above another's; the interval is over seeds and lines."""
    return f1_lead(_counts(way, updates), _counts(other, updates))


def leads_of_seeds(way: str, other: str = WORDS, updates: int = STEPS) -> tuple[float, ...]:
    """Return by how much a way's F1 is above another's with each seed."""
    return tuple((f1_of(_counts(way, updates)) - f1_of(_counts(other, updates))).tolist())


def lead_of_rate(rate: float, other: float = USUAL) -> Lead:
    """Return by how much a rate's F1 is above another's; the interval is over seeds and lines."""
    return f1_lead(_counts_with(rate), _counts_with(other))


def curve(way: str) -> list[Point]:
    """Return the start of a way to learn, and its recorded points, in the order of updates."""
    points = [Point(0, Work(), names_after(START))]
    taken = _taken(way)
    return points + [Point(step, taken[step], names_after(way, step)) for step in sorted(taken)]


def detected(score: str, way: str = ELECTRA, updates: int = STEPS) -> Score:
    """Return a score of detectors on test text: ``replaced``, ``found``, ``found by counting``."""
    return score_of([said[score] for said in _said(way, updates)])


def right_guesses(way: str) -> float:
    """Return the proportion of hidden places of test text that a generator fills as the author."""
    return 1 - detected("replaced", way).mean


def right_at_chosen(way: str, updates: int = STEPS) -> tuple[float, float]:
    """Return how often detectors are right at chosen places of test text, and *replaced* always."""
    settings = replaced_tokens.CONFIGURATION
    chosen = chosen_places(held_out("test", settings["max_length"], settings["written"]))
    right, replaced = [], []
    for seed in SEEDS:
        logits, wrong = (
            kept(_run(way))[f"{way}/{seed}/{updates}/{name}"].numpy()[chosen]
            for name in ("logits", "replaced")
        )
        right.append(((logits > 0) == wrong).mean())
        replaced.append(wrong.mean())
    return float(np.mean(right)), float(np.mean(replaced))


def replaced_of_all(way: str, updates: int = STEPS) -> float:
    """Return the proportion of all tokens of test text that a generator replaced."""
    each = [kept(_run(way))[f"{way}/{seed}/{updates}/replaced"].numpy() for seed in SEEDS]
    return float(np.mean([one.mean() for one in each]))


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
    if way.endswith(PRETRAINED):
        return "better_forger"
    return "replaced_tokens" if way == ELECTRA else "chosen_places"


def _work(entries: dict[str, Any]) -> Work:
    return Work(*(entries[name] for name in ("tokens", "predictions", "multiplications")))


def _said(way: str, updates: int) -> list[dict[str, Any]]:
    return [one["at"][str(updates)] for one in recorded(_run(way))["results"][way]]


def _of_lesson_16(way: str) -> Score:
    found = recorded("what_to_mask")["results"][OF_LESSON_16[way]]
    return score_of([entries["test"]["all"]["f1"] for entries in found])


@cache
def kept(name: str) -> dict[str, Tensor]:
    """Return what a recorded run kept beside its record."""
    return read_tensors(RUNS / f"{name}.safetensors")


@cache
def test_lines() -> NamedLines:
    """Return the test lines that all models looked for names in."""
    settings = mask_rates.CONFIGURATION
    return named_lines("test", settings["named_lines"]["test"], settings["max_length"])


def _counts(way: str, updates: int) -> Int[np.ndarray, "S L 3"]:
    if way == START or (way == WORDS and updates == STEPS):
        return _line_counts("what_to_mask", OF_LESSON_16[way], "names")
    return _line_counts(_run(way), way, f"{updates}/names")


def _counts_with(rate: float) -> Int[np.ndarray, "S L 3"]:
    if rate == USUAL:
        return _line_counts("what_to_mask", OF_LESSON_16[WORDS], "names")
    return _line_counts("mask_rates", str(rate), "names")


@cache
def _line_counts(run: str, arm: str, what: str) -> Int[np.ndarray, "S L 3"]:
    names = [kept(run)[f"{arm}/{seed}/{what}"] for seed in SEEDS]
    return np.stack([name_counts(found, test_lines()) for found in names])
