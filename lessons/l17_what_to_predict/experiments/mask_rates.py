"""``bert-mini-zh`` goes on with 25 and 40% of the tokens hidden.

Decided before the run. Start, updates (1,000 of 12 lines of at most 128 tokens), order of lines,
learning rate and judge are those of ``what_to_mask``; its ``start`` and ``plain`` (15%) are read
from that record. Single tokens are hidden, 80% shown as [MASK], 10% as another and 10% as they are,
at all rates. Three seeds.

What decides: the F1 of names on all test lines after fine-tuning on the same 1,000 lines;
differences to 15%, means over seeds, intervals over lines. Beside it: how many hidden characters of
test text are guessed with 15% hidden, single ones and whole words. That favors the arm that was
trained so, and for that reason decides nothing.

Budget, with ``replaced_tokens``: 80 minutes of one core. ``minutes`` are of the process. What is
done is kept in ``build/mask_rates``, so that an interrupted run goes on.
"""

from lessons.l17_what_to_predict.learning.continued import (
    Snapshot,
    go_on,
    names_of,
    new_objective,
    texts_of,
)

import time
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import torch

from bertlab.model.checkpoint import write_tensors
from bertlab.pretraining.data import PretrainingData
from bertlab.pretraining.maskers import Masker, SpanMasker
from bertlab.probing.cloze import guesses, targets
from bertlab.probing.news import HELD_OUT_SEED, masked_news, tokenizer
from bertlab.training.config import TrainConfig
from bertlab.training.provenance import PROJECT
from workbook.records import RUNS, Part, kept_part, of_arms

KEPT: Path = RUNS / "mask_rates.safetensors"
STATE: Path = PROJECT / "build" / "mask_rates"
CLOZE = {"single characters": Masker, "whole words": SpanMasker}

CONFIGURATION: dict[str, Any] = {
    "rates": [0.25, 0.4],
    "seeds": [0, 1, 2],
    "lines": None,  # to go on with: all of the training split
    "max_length": 128,
    "training": {
        "steps": 1000,
        "batch_size": 12,
        "learning_rate": 5e-4,
        "warmup": 0.1,
        "precision": "no",
    },
    "cloze": 600,  # examples
    "named_lines": {"train": 1000, "test": None},
    "names": {"epochs": 3, "batch_size": 16, "learning_rate": 1e-3, "warmup": 0.1},
    "keep": True,
}
SLICE: dict[str, Any] = {
    "rates": [0.4],
    "seeds": [0],
    "lines": 60,
    "max_length": 48,
    "training": {"steps": 2, "batch_size": 4, "learning_rate": 1e-4, "precision": "no"},
    "cloze": 6,
    "named_lines": {"train": 12, "test": 16},
    "names": {"epochs": 1, "batch_size": 8, "learning_rate": 1e-3, "warmup": 0.1},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train with every rate and every seed, on one thread.

    Returns:
        For each rate a list over seeds: what was read and computed (``Work``); ``names``, their
        scores on test lines; ``cloze``, the proportion of hidden test characters guessed, for both
        ways to hide; ``minutes`` of one core. If ``keep``, names found and characters guessed are
        stored in ``KEPT``.
    """
    rates, seeds = configuration["rates"], configuration["seeds"]
    found, kept = of_arms(rates, seeds, lambda rate, seed: part(rate, seed, configuration))
    if configuration["keep"]:
        write_tensors(KEPT, kept)
    return found


def part(rate: float, seed: int, configuration: dict[str, Any]) -> Part:
    """Return what one rate and seed gave; from the state of an interrupted run, if it is there.

    Raises:
        ValueError: If the state was made with another configuration.
    """
    asked = {k: v for k, v in configuration.items() if k not in ("rates", "seeds", "keep")}
    path = STATE / f"{rate}-{seed}.json"
    return kept_part(path, asked, configuration["keep"], lambda: _made(rate, seed, asked))


def _made(rate: float, seed: int, asked: dict[str, Any]) -> Part:
    began, steps = time.process_time(), asked["training"]["steps"]
    config = TrainConfig(**asked["training"], seed=seed, log_every=steps)
    data = masked_news("train", asked["max_length"], seed, asked["lines"])
    hidden = data.masked_by(Masker(tokenizer(), rate))
    found: list[Snapshot] = []
    objective = new_objective("masked words", config, {})
    go_on(objective, hidden, config, [steps], lambda _, snapshot: found.append(snapshot))
    (snapshot,) = found
    scores, names = names_of(snapshot.model, texts_of(asked), seed, asked)
    entries: dict[str, Any] = {**asdict(snapshot.work), "names": scores, "cloze": {}}
    tensors = {"names": names}
    for way, held in held_out(asked["max_length"]).items():
        said = guesses(snapshot.model, held, asked["cloze"])
        right = said == targets(held, asked["cloze"])
        tensors[way] = said.to(torch.int16)
        entries["cloze"][way] = round(right.double().mean().item(), 4)
    entries["minutes"] = round((time.process_time() - began) / 60, 2)
    return entries, tensors


@cache
def held_out(length: int) -> dict[str, PretrainingData]:
    """Return test text with tokens hidden in both ways, the same for all models."""
    data = masked_news("test", length, HELD_OUT_SEED)
    return {way: data.masked_by(masker(tokenizer())) for way, masker in CLOZE.items()}
