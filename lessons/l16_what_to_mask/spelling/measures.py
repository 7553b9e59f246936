"""What the run of spelling measures: answers of models, changes, rare characters, positions."""

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
) -> list[list[int]]:
    """Return what a model writes."""
    answers, choices = list(part.shown), homophones().choices()
    model.eval()
    for indices in part.in_order_of_length(batch_size):
        batch = part.batch(indices)
        output = model(batch.input_ids, batch.token_type_ids, batch.attention_mask)
        logits = output if isinstance(output, Tensor) else output.correction
        if only_homophones:
            logits = logits.masked_fill(~choices[batch.input_ids], -torch.inf)
        for best, index in zip(logits.argmax(dim=-1).tolist(), indices, strict=True):
            answers[index] = best[1 : 1 + len(part.right[index])]
    return answers


def sparse(part: SpellingData, answers: list[list[int]]) -> dict[str, Tensor]:
    """Return what was changed: positions counted through all sentences, and what stands there."""
    shown, given = (np.concatenate(rows) for rows in (part.shown, answers))
    positions = np.flatnonzero(shown != given)
    return {
        "places": torch.from_numpy(positions).to(torch.int32),
        "pieces": torch.from_numpy(given[positions]).to(torch.int16),
    }


def dense(part: SpellingData, positions: Tensor, pieces: Tensor) -> list[list[int]]:
    """Return the sentences with their changes: the inverse of ``sparse``."""
    given = np.concatenate(part.shown)
    given[positions.numpy()] = pieces.numpy()
    ends = np.cumsum([len(row) for row in part.shown])[:-1]
    return [row.tolist() for row in np.split(given, ends)]


def as_json(scores: SpellingScores) -> dict[str, Any]:
    """Return scores as percentages: precision, recall and F1 in a list, and the false alarms."""
    *correction, false_alarms = np.round(100 * np.array(scores), 2).tolist()
    return {"correction": correction, "false_alarms": false_alarms}


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


def given_the_position(
    part: SpellingData, counts: PairCounts, model: BertForMaskedLM
) -> dict[str, float]:
    """Return how often the right character comes first among the homophones of a wrong one."""
    errors = [
        (number, position)
        for number, rows in enumerate(zip(part.right, part.shown, strict=True))
        for position in np.flatnonzero(np.array(rows[0]) != np.array(rows[1])).tolist()
    ]
    rows, positions = [part.shown[number] for number, _ in errors], [at for _, at in errors]
    with torch.no_grad():
        logits = hidden_scores(rows, positions, model)
    first = {"frequency": 0, "counts": 0, "hiding": 0}
    for (number, position), scores in zip(errors, logits, strict=True):
        shown, wanted = part.shown[number], part.right[number][position]
        ids = homophones().of(shown[position])
        before = shown[position - 1] if position else tokenizer().cls_id
        first["frequency"] += ids[0] == wanted
        first["counts"] += ids[counts.log_probabilities(before, ids).argmax()] == wanted
        first["hiding"] += ids[scores[ids].argmax().item()] == wanted
    return {name: round(int(hits) / len(errors), 4) for name, hits in first.items()}
