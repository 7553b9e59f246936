"""Spelling: who finds and mends homophones, and what the soft mask adds.

Fixed before the test sentences were looked at:

- **Start** of all trained models: ``bert-mini-zh``. **Budget** of each: 800 updates of 32 sentences
  of the training lines, the same sentences with the same errors for the same seed; three seeds.
  The learning rate was chosen among two by 200 updates of the plain model and of the soft-masked
  one, on validation sentences.
- **Arms**: ``fine-tuned`` says the right character at each place (the paper's BERT-Finetune);
  ``soft mask`` is Soft-Masked BERT with its losses 0.8 and 0.2. Two controls have all of it, detector,
  detection loss and residual, but another share of [MASK]: ``no mask`` always 0, ``hard mask`` 1
  where the detector says p > 0.5, else 0.
- Beside them, untrained: ``counts`` (the homophone most frequent after the character before) and
  ``hiding`` (``bert-mini-zh`` as it is guesses each character in turn). Both choose among the
  homophones, and change a character where the lead is above a margin chosen on validation.
- **Judged**: F1 of correction by characters on test sentences, half of them with errors, mean of
  the seeds, each trained model free to write any piece. Intervals of 95% over sentences that are
  drawn again. Differences asked for: ``soft mask`` to ``fine-tuned``, to ``no mask`` and to ``hard
  mask``; ``fine-tuned`` to ``hiding``. Beside it, undecided by it: the same where trained models,
  too, may choose among homophones only; detection; whole sentences; false alarms.

All together at most 80 minutes of one core. Finished parts are kept in ``build/spelling``, so an
interrupted run goes on. The soft-masked model of seed 0 becomes the checkpoint ``zh-spelling``.
"""

from lessons.l16_what_to_mask.spelling import (
    NAME,
    PairCounts,
    best_margin,
    changed,
    data,
    hidden_scores,
    homophones,
    leads_by_counts,
    leads_by_hiding,
    sentences,
    tokenizer,
)

import json
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from bertlab.datasets import peoples_daily
from bertlab.files import write_atomically
from bertlab.model.checkpoint import read_tensors, write_tensors
from bertlab.model.pretrained import CHECKPOINTS
from bertlab.model.tasks import BertForMaskedLM
from bertlab.spelling.corrector import SpellingCorrector
from bertlab.spelling.homophones import SpellingData
from bertlab.spelling.scoring import SpellingScores, count, score
from bertlab.spelling.soft_masked import CorrectionObjective, SoftMaskedBert, SoftMaskedObjective
from bertlab.training.config import TrainConfig
from bertlab.training.loop import train
from bertlab.training.provenance import PROJECT, commit, hardware
from workbook.records import RUNS, one_thread

KEPT: Path = RUNS / "spelling.safetensors"
PARTS: Path = PROJECT / "build" / "spelling"
FOLDER: Path = CHECKPOINTS / "zh-spelling"
SHARES: dict[str, Callable[[Tensor], Tensor]] = {  # of [MASK], where an error has probability p
    "soft mask": lambda p: p,
    "no mask": torch.zeros_like,
    "hard mask": lambda p: (p > 0.5).to(p.dtype),
}
ARMS = ("fine-tuned", *SHARES)
UNTRAINED = ("counts", "hiding")

CONFIGURATION: dict[str, Any] = {
    "arms": list(ARMS),
    "seeds": [0, 1, 2],
    "training": {"steps": 800, "batch_size": 32, "learning_rate": 5e-4, "warmup": 0.1},
    "sentences": None,  # of training, all
    "precision": "bf16",
    "detector_size": 128,
    "validation": [600, 1001],  # sentences, and the seed of their errors
    "test": [1500, 1002],
    "margins": [x / 2 for x in range(0, 31)],
    "keep": True,
}
SLICE: dict[str, Any] = {
    "arms": ["soft mask"],
    "seeds": [0],
    "training": {"steps": 2, "batch_size": 4, "learning_rate": 5e-4, "warmup": 0.1},
    "sentences": 40,
    "precision": "no",
    "detector_size": 4,
    "validation": [6, 1001],
    "test": [6, 1002],
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Score the untrained correctors, and train and score each arm with each seed, on one thread.

    Returns:
        ``"errors"``: how many the test sentences have. ``"rarest"``: the proportion found by
        whoever marks the rarest characters of a wrong sentence, as many as it has errors, where errors are
        drawn by frequency and where they are drawn alike. ``"given the place"``: the proportion of
        errors of which the right homophone is named first. ``"scores"``: for each corrector (a list
        over seeds for each arm, which also may write homophones only) the scores on the test
        sentences as percentages; ``"margins"``, ``"minutes"`` of process time, ``"validation"`` the
        correction F1 there. If ``keep``, every change of a test sentence is stored in ``KEPT``.
    """
    kept: dict[str, Tensor] = {}
    with one_thread():
        found = _untrained(configuration, kept)
        found["minutes"], found["validation"] = {}, {}
        for arm in configuration["arms"]:
            parts = [_part(arm, seed, configuration) for seed in configuration["seeds"]]
            for seed, (tensors, _) in zip(configuration["seeds"], parts, strict=True):
                kept |= {f"{arm}/{seed}/{name}": tensor for name, tensor in tensors.items()}
            for name in parts[0][1]["scores"]:
                found["scores"][f"{arm}{name}"] = [said["scores"][name] for _, said in parts]
            for name in ("minutes", "validation"):
                found[name][arm] = [said[name] for _, said in parts]
    if configuration["keep"]:
        write_tensors(KEPT, kept)
    return found


def _untrained(configuration: dict[str, Any], kept: dict[str, Tensor]) -> dict[str, Any]:
    """Return what needs no training, and keep what the two correctors changed."""
    validation, test = (data(part, *configuration[part]) for part in ("validation", "test"))
    counts = PairCounts(line.text for line in peoples_daily().train)
    model = BertForMaskedLM.from_pretrained(NAME)
    ways: dict[str, Callable[[SpellingData], list[np.ndarray]]] = {
        "counts": lambda part: leads_by_counts(part.shown, counts),
        "hiding": lambda part: leads_by_hiding(part.shown, model),
    }
    margins, scores = {}, {}
    for name, leads in ways.items():
        margins[name] = best_margin(validation, leads(validation), configuration["margins"])
        answers = changed(test.shown, leads(test), margins[name])
        scores[name] = as_json(score(count(test.right, test.shown, answers)))
        kept |= {f"{name}/{key}": tensor for key, tensor in sparse(test, answers).items()}
    alike = data("test", *configuration["test"], by_frequency=False)
    return {
        "errors": int(count(test.right, test.shown, test.shown)[:, 0].sum()),
        "rarest": {"by frequency": rarest_found(test), "alike": rarest_found(alike)},
        "given the place": given_the_place(test, counts, model),
        "margins": margins,
        "scores": scores,
    }


def _part(
    arm: str, seed: int, configuration: dict[str, Any]
) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Return what one model changed and how it scored: from what is kept, or trained now."""
    path = PARTS / f"{arm.replace(' ', '-')}-{seed}.safetensors"
    if configuration["keep"] and path.with_suffix(".json").is_file():
        return read_tensors(path), json.loads(path.with_suffix(".json").read_text())
    tensors, said = _trained(arm, seed, configuration)
    if configuration["keep"]:
        PARTS.mkdir(parents=True, exist_ok=True)
        write_tensors(path, tensors)
        write_atomically(path.with_suffix(".json"), json.dumps(said).encode())
    return tensors, said


def _trained(
    arm: str, seed: int, configuration: dict[str, Any]
) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Train one model; return its changes of the test sentences, and its scores."""
    began = time.process_time()
    number = configuration["sentences"] or len(sentences("train"))
    lines = data("train", number, seed)
    config = TrainConfig(
        **configuration["training"],
        seed=seed,
        precision=configuration["precision"],
        log_every=max(1, configuration["training"]["steps"] // 20),
    )
    model, objective = new_model(arm, seed, configuration["detector_size"])
    history = train(objective, lines.drawer(config), config)
    validation, test = (data(part, *configuration[part]) for part in ("validation", "test"))
    tensors, scores = {}, {}
    for name, only_homophones in (("", False), (", homophones", True)):
        answers = read(model, test, only_homophones)[0]
        tensors |= {f"{name}{key}": tensor for key, tensor in sparse(test, answers).items()}
        scores[name] = as_json(score(count(test.right, test.shown, answers)))
    if arm != "fine-tuned":
        flagged = read(model, test)[1]
        tensors |= {f"detector{key}": tensor for key, tensor in sparse(test, flagged).items()}
        scores[", detector"] = as_json(score(count(test.right, test.shown, flagged)))
    answers = read(model, validation)[0]
    held_out = as_json(score(count(validation.right, validation.shown, answers)))
    minutes = round((time.process_time() - began) / 60, 2)
    said = {"scores": scores, "validation": held_out["correction"][2], "minutes": minutes}
    if configuration["keep"] and (arm, seed) == ("soft mask", 0):
        SpellingCorrector(model, tokenizer()).save_pretrained(FOLDER)
        curve = [{name: round(line[name], 5) for name in line} for line in history]
        entries = {
            "command": "python -m workbook record spelling",
            "commit": commit(),
            "seed": seed,
            "data": "training lines of peoples_daily, spoiled with homophones of pinyin",
            "configuration": configuration,
            "hardware": hardware(),
            **said,
            "history": curve,
        }
        text = json.dumps(entries, indent=1, ensure_ascii=False) + "\n"
        write_atomically(FOLDER / "run.json", text.encode())
    return tensors, said


def new_model(arm: str, seed: int, detector_size: int) -> tuple[Any, Any]:
    """Return the model of an arm before it is trained, and what it is trained for."""
    bert = BertForMaskedLM.from_pretrained(NAME)
    if arm == "fine-tuned":
        return bert, CorrectionObjective(bert)
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = SoftMaskedBert(bert, tokenizer().mask_id, detector_size, SHARES[arm])
    return model, SoftMaskedObjective(model)


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
        "/places": torch.from_numpy(places).to(torch.int32),
        "/pieces": torch.from_numpy(given[places]).to(torch.int16),
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
