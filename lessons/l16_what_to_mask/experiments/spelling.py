"""Spelling: who finds and mends homophones, and what the soft mask adds.

Fixed before the test sentences were looked at:

- **Start** of all trained models: ``bert-mini-zh``. **Budget** of each: 1,000 updates of 16
  sentences of the training lines, the same with the same errors for the same seed; three seeds.
  Learning rate and batch were chosen by short trials on validation sentences (correction F1 after
  200 updates of 32: the plain model 13, 24 and 33% at 3e-4, 1e-3 and 2e-3, the soft-masked one 15
  and 26% at the first two; 400 updates of 16 at 1e-3: 31%). Between, 1.5e-3 was taken. In these
  trials all sentences had errors, for a slip: order and errors came from the same random numbers.
- **Variants**: ``fine-tuned`` says the right character at each position (the paper's
  BERT-Finetune);
  ``soft mask`` is Soft-Masked BERT with its losses 0.8 and 0.2; ``no mask`` is its control, with
  detector, detection loss and residual, but a proportion of [MASK] that is 0 everywhere.
- Beside them, untrained: ``counts`` (the homophone most frequent after the character before) and
  ``hiding`` (``bert-mini-zh`` as it is guesses each character in turn). Both change a character
  where it is better by more than a margin chosen on validation.
- **Judged**: F1 of correction by characters on test sentences, half of them with errors, mean of
  the seeds; all correctors choose among the homophones of a character and itself. Intervals of 95%
  over sentences that are drawn again. Differences asked for: ``soft mask`` to ``fine-tuned`` and to
  ``no mask``; ``fine-tuned`` to ``hiding``. Beside it: the same where trained models are free to
  write any piece, as in the paper; false alarms. (The record also has what the detector flags, and
  scores of detection and of whole sentences: no lesson shows these, and no run makes them now.)

All together at most 80 minutes of one core. Finished parts are kept in ``build/spelling``, so an
interrupted run goes on. The soft-masked model of seed 0 becomes the checkpoint ``zh-spelling``.
"""

from lessons.l16_what_to_mask.spelling.corrector import SpellingCorrector
from lessons.l16_what_to_mask.spelling.measures import (
    KEPT,
    as_json,
    given_the_position,
    rarest_found,
    read,
    sparse,
)
from lessons.l16_what_to_mask.spelling.scoring import count, score
from lessons.l16_what_to_mask.spelling.sentences import (
    NAME,
    PairCounts,
    best_by_counts,
    best_by_hiding,
    best_margin,
    data,
    sentences,
    tokenizer,
    with_changes,
)
from lessons.l16_what_to_mask.spelling.soft_masked import SoftMaskedBert
from lessons.l16_what_to_mask.spelling.training import (
    CorrectionObjective,
    SoftMaskedObjective,
    SpellingData,
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
from bertlab.training.config import TrainConfig
from bertlab.training.loop import train
from bertlab.training.provenance import PROJECT
from workbook.experiments import one_thread

PARTS: Path = PROJECT / "build" / "spelling"
FOLDER: Path = CHECKPOINTS / "zh-spelling"
PROPORTIONS: dict[str, Callable[[Tensor], Tensor]] = {  # of [MASK], if an error has probability p
    "soft mask": lambda p: p,
    "no mask": torch.zeros_like,
}
ARMS = ("fine-tuned", *PROPORTIONS)
NAMES = ("minutes", "validation", "history")  # of what is said of a trained model, by seed

CONFIGURATION: dict[str, Any] = {
    "arms": list(ARMS),
    "seeds": [0, 1, 2],
    "training": {"steps": 1000, "batch_size": 16, "learning_rate": 1.5e-3, "warmup": 0.1},
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
    "training": {"steps": 2, "batch_size": 4, "learning_rate": 1.5e-3, "warmup": 0.1},
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
        whoever marks the rarest characters of a wrong sentence, as many as it has errors, where
        errors are drawn by frequency and where they are drawn alike. ``"given the place"``: the
        proportion of errors of which the right homophone is named first. ``"scores"``: for each
        corrector and what it is asked for (``"free"`` to write any piece, or ``"homophones"``
        only) a list over seeds of the scores on the test sentences, as
        percentages. ``"margins"``. For each arm and seed ``"minutes"`` of process time,
        ``"validation"``, the correction F1 there, and ``"history"``: step and weighted losses.
        If ``keep``, every change of a test sentence is stored in ``KEPT``.
    """
    with one_thread():
        kept, found = _part("untrained", 0, configuration)
        found |= {name: {} for name in NAMES}
        for seed in configuration["seeds"]:
            for arm in configuration["arms"]:
                tensors, said = _part(arm, seed, configuration)
                kept |= {f"{arm}/{seed}/{name}": tensor for name, tensor in tensors.items()}
                of_arm = found["scores"].setdefault(arm, {})
                for asked, scores in said["scores"].items():
                    of_arm.setdefault(asked, []).append(scores)
                for name in NAMES:
                    found[name].setdefault(arm, []).append(said[name])
    if configuration["keep"]:
        write_tensors(KEPT, kept)
    return found


def _untrained(configuration: dict[str, Any]) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Return what the two correctors without training changed, and all that needs no training."""
    kept: dict[str, Tensor] = {}
    validation, test = (data(part, *configuration[part]) for part in ("validation", "test"))
    counts = PairCounts(line.text for line in peoples_daily().train)
    model = BertForMaskedLM.from_pretrained(NAME)
    ways: dict[str, Callable[[SpellingData], list[np.ndarray]]] = {
        "counts": lambda part: best_by_counts(part.shown, counts),
        "hiding": lambda part: best_by_hiding(part.shown, model),
    }
    margins, scores = {}, {}
    for name, best in ways.items():
        margins[name] = best_margin(validation, best(validation), configuration["margins"])
        answers = with_changes(test.shown, best(test), margins[name])
        found = as_json(score(count(test.right, test.shown, answers)))
        scores[name] = {"homophones": [found]}
        kept |= {f"{name}/0/homophones/{k}": x for k, x in sparse(test, answers).items()}
    number, seed = configuration["test"]
    alike = data("test", number, seed, by_frequency=False)
    return kept, {
        "errors": int(count(test.right, test.shown, test.shown)[:, 0].sum()),
        "rarest": {"by frequency": rarest_found(test), "alike": rarest_found(alike)},
        "given the place": given_the_position(test, counts, model),
        "margins": margins,
        "scores": scores,
    }


def _part(
    arm: str, seed: int, configuration: dict[str, Any]
) -> tuple[dict[str, Tensor], dict[str, Any]]:
    """Return what one model changed and how it scored: from what is kept, or made now."""
    path = PARTS / f"{arm.replace(' ', '-')}-{seed}.safetensors"
    if configuration["keep"] and path.with_suffix(".json").is_file():
        return read_tensors(path), json.loads(path.with_suffix(".json").read_text())
    untrained = arm == "untrained"
    tensors, said = _untrained(configuration) if untrained else _trained(arm, seed, configuration)
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
    history = train(objective, lines.batch_sampler(config), config)
    validation, test = (data(part, *configuration[part]) for part in ("validation", "test"))
    tensors: dict[str, Tensor] = {}
    scores: dict[str, Any] = {}
    ways = {"free": read(model, test), "homophones": read(model, test, only_homophones=True)}
    for asked, answers in ways.items():
        tensors |= {f"{asked}/{name}": x for name, x in sparse(test, answers).items()}
        scores[asked] = as_json(score(count(test.right, test.shown, answers)))
    answers = read(model, validation)
    held_out = as_json(score(count(validation.right, validation.shown, answers)))
    minutes = round((time.process_time() - began) / 60, 2)
    names = [name for name in ("step", "correction", "detection") if name in history[0]]
    said = {
        "scores": scores,
        "validation": held_out["correction"][2],
        "minutes": minutes,
        "history": [[round(line[name], 4) for name in names] for line in history],
    }
    if configuration["keep"] and (arm, seed) == ("soft mask", 0):
        SpellingCorrector(model, tokenizer()).save_pretrained(FOLDER)
    return tensors, said


def new_model(arm: str, seed: int, detector_size: int) -> tuple[Any, Any]:
    """Return the model of an arm before it is trained, and what it is trained for."""
    bert = BertForMaskedLM.from_pretrained(NAME)
    if arm == "fine-tuned":
        return bert, CorrectionObjective(bert)
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = SoftMaskedBert(bert, tokenizer().mask_id, detector_size, PROPORTIONS[arm])
    return model, SoftMaskedObjective(model)
