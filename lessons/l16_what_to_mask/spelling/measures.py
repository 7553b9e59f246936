"""What the run of spelling measures: answers of models, kept changes, rare characters, places."""

from lessons.l16_what_to_mask.spelling.scoring import SpellingScores
from lessons.l16_what_to_mask.spelling.sentences import (
    PairCounts,
    hidden_scores,
    homophones,
    tokenizer,
)
from lessons.l16_what_to_mask.spelling.training import SpellingData

from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from bertlab.model.tasks import BertForMaskedLM
from workbook.records import RUNS

KEPT: Path = RUNS / "spelling.safetensors"  # every change of a test sentence
UNTRAINED = ("counts", "hiding")


@torch.no_grad()
def read(
    model: Any, part: SpellingData, only_homophones: bool = False, batch_size: int = 64
) -> tuple[list[list[int]], list[list[int]]]:
    """Return what a model writes, and what its detector flags with p > 0.5, changed to [MASK]."""
    answers, flagged = (list(part.shown), list(part.shown))
    choices = homophones().choices()
    model.eval()
    for places in part.in_order_of_length(batch_size):
        batch = part.batch(places)
        found = model(batch.input_ids, batch.token_type_ids, batch.attention_mask)
        logits = found if isinstance(found, Tensor) else found.correction
        if only_homophones:
            logits = logits.masked_fill(~choices[batch.input_ids], -torch.inf)
        best = logits.argmax(dim=-1)
        errors = None if isinstance(found, Tensor) else found.detection > 0
        for row, place in enumerate(places):
            inside = slice(1, 1 + len(part.right[place]))
            answers[place] = best[row, inside].tolist()
            if errors is not None:
                shown = batch.input_ids[row].masked_fill(errors[row], tokenizer().mask_id)
                flagged[place] = shown[inside].tolist()
    return answers, flagged


def sparse(part: SpellingData, answers: list[list[int]]) -> dict[str, Tensor]:
    """Return what was changed: places counted through all sentences, and what is written there."""
    shown, given = (np.concatenate(rows) for rows in (part.shown, answers))
    places = np.flatnonzero(shown != given)
    return {
        "places": torch.from_numpy(places).to(torch.int32),
        "pieces": torch.from_numpy(given[places]).to(torch.int16),
    }


def dense(part: SpellingData, places: Tensor, pieces: Tensor) -> list[list[int]]:
    """Return the sentences with their changes: the inverse of ``sparse``."""
    given = np.concatenate(part.shown)
    given[places.numpy()] = pieces.numpy()
    ends = np.cumsum([len(row) for row in part.shown])[:-1]
    return [row.tolist() for row in np.split(given, ends)]


def as_json(scores: SpellingScores) -> dict[str, Any]:
    """Return scores as percentages: lists of precision, recall and F1, and the false alarms."""
    found: dict[str, Any] = {}
    for name, value in scores._asdict().items():
        several = np.round(100 * np.array(value), 2).tolist()
        found[name] = several
    return found


def rarest_found(part: SpellingData) -> float:
    """Return the proportion of errors among the rarest characters, as many as there are errors."""
    found = number = 0
    for right, shown in zip(part.right, part.shown, strict=True):
        wrong = np.array(right) != np.array(shown)
        can = np.flatnonzero(homophones().has_any[shown])
        rare = can[np.argsort(homophones().frequency[np.array(shown)[can]], kind="stable")]
        number += int(wrong.sum())
        found += int(wrong[rare[: wrong.sum()]].sum())
    return round(found / number, 4)


def given_the_place(
    part: SpellingData, counts: PairCounts, model: BertForMaskedLM
) -> dict[str, float]:
    """Return how often the right character comes first among the homophones of a wrong one."""
    errors = [
        (number, place)
        for number, rows in enumerate(zip(part.right, part.shown, strict=True))
        for place in np.flatnonzero(np.array(rows[0]) != np.array(rows[1])).tolist()
    ]
    rows, places = [part.shown[number] for number, _ in errors], [place for _, place in errors]
    with torch.no_grad():
        logits = hidden_scores(rows, places, model)
    first = {"frequency": 0, "counts": 0, "hiding": 0}
    for (number, place), scores in zip(errors, logits, strict=True):
        shown, wanted = part.shown[number], part.right[number][place]
        ids = homophones().of(shown[place])
        before = shown[place - 1] if place else tokenizer().cls_id
        first["frequency"] += ids[0] == wanted
        first["counts"] += ids[counts.log_probabilities(before, ids).argmax()] == wanted
        first["hiding"] += ids[scores[ids].argmax().item()] == wanted
    return {name: round(int(hits) / len(errors), 4) for name, hits in first.items()}
