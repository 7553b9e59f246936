"""``bert-mini-zh`` goes on with ELECTRA's task: learn at every token, or only at the hidden ones.

Decided before the run. Start, updates (1,000 of 12 lines of at most 128 tokens), order of lines,
hidden places, learning rate and judge are those of ``what_to_mask``; its ``start`` and ``plain``
(masked words, 15%) are read from that record. The arm is ``ELECTRA``; ``chosen_places`` has its
control. Three seeds. The weight of the detection loss is the paper's. The generator has one
layer, a quarter of the detector's, begins with random weights and shares the detector's embeddings.
It was to begin with the first layers of ``bert-mini-zh``, but what these write cannot be told from
the author's text by a detector of this size: in a pilot (training text, another seed) its AUC was
0.58 after 100 updates where the generator was the first layer, 0.79 where it was new.

What decides: the F1 of names on all test lines after fine-tuning on the same 1,000 lines, at 500
and at 1,000 updates; differences to ``plain``, means over seeds, intervals over lines. Beside it,
against what they are drawn: updates, tokens learned at, multiplications (the generator's are
counted). And on test text: how many tokens are replaced, how many of these the detector finds, and
how many are found by counting which pieces are replaced, with the counts from validation text.

Budget: 80 minutes of one core. ``minutes`` are of the process. What is done is kept in
``build/replaced_tokens``, so that an interrupted run goes on. Detector and generator of
``ELECTRA``, seed 0, become the checkpoint ``zh-replaced``.
"""

from lessons.l17_what_to_predict.finder import Finder
from lessons.l17_what_to_predict.learning.continued import (
    GENERATOR,
    Snapshot,
    go_on,
    names_of,
    new_objective,
    texts_of,
)
from lessons.l17_what_to_predict.learning.detectors import (
    PieceCounts,
    proportion_found,
    read_held_out,
)
from lessons.l17_what_to_predict.learning.operations import Work

import time
from collections.abc import Callable
from dataclasses import asdict
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import torch
from torch import Tensor

from bertlab.model.detection import BertForTokenDetection
from bertlab.model.pretrained import CHECKPOINTS
from bertlab.model.tasks import BertForMaskedLM
from bertlab.probing.news import masked_news, tokenizer
from bertlab.training.config import TrainConfig
from bertlab.training.provenance import PROJECT
from workbook.experiments import Part, resumable_part, run_variants, store_entries, stored_entries
from workbook.records import RUNS

KEPT: Path = RUNS / "replaced_tokens.safetensors"
FOLDER: Path = CHECKPOINTS / "zh-replaced"
STATE: Path = PROJECT / "build" / "replaced_tokens"

CONFIGURATION: dict[str, Any] = {
    "arms": {"ELECTRA": [500, 1000]},
    "seeds": [0, 1, 2],
    "generator": GENERATOR,
    "lines": None,  # to go on with: all of the training split
    "max_length": 128,
    "training": {
        "steps": 1000,
        "batch_size": 12,
        "learning_rate": 5e-4,
        "warmup": 0.1,
        "precision": "no",
    },
    "written": 300,  # examples of held-out text that generators write in
    "named_lines": {"train": 1000, "test": None},
    "names": {"epochs": 3, "batch_size": 16, "learning_rate": 1e-3, "warmup": 0.1},
    "keep": True,
}
SLICE: dict[str, Any] = {
    "arms": {"ELECTRA": [1, 2]},
    "seeds": [0],
    "lines": 60,
    "max_length": 48,
    "training": {"steps": 2, "batch_size": 4, "learning_rate": 1e-4, "precision": "no"},
    "written": 6,
    "named_lines": {"train": 12, "test": 16},
    "names": {"epochs": 1, "batch_size": 8, "learning_rate": 1e-3, "warmup": 0.1},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train every arm with every seed, on one thread.

    Returns:
        For each arm a list over seeds: ``minutes`` of one core, and ``at`` some numbers of updates
        what was read and computed (``Work``) and would have been by ``masked words``; the scores of
        ``names`` on test lines; and for detectors the proportions ``replaced`` (of hidden places),
        ``found`` (of replaced tokens) and ``found by counting``. If ``keep``, names found and what
        detectors said of test text are stored in ``KEPT``.
    """
    found = run_and_keep(configuration, KEPT)
    if configuration["keep"]:
        snapshot, _ = learned_by("ELECTRA", 0, configuration)[configuration["training"]["steps"]]
        Finder(snapshot.generator, snapshot.model, tokenizer()).save_pretrained(FOLDER)
    return found


def run_and_keep(configuration: dict[str, Any], kept: Path) -> dict[str, Any]:
    """Return what every arm gave with every seed, as ``run`` does; if ``keep``, store the rest."""
    arms, seeds = configuration["arms"], configuration["seeds"]
    runs = run_variants(arms, seeds, lambda arm, seed: part(arm, seed, configuration))
    if configuration["keep"]:
        runs.keep(kept, "{variant}/{seed}/{name}")
    return runs.entries


def part(arm: str, seed: int, configuration: dict[str, Any]) -> Part:
    """Return what one arm and seed gave; from the state of an interrupted run, if it is there.

    Raises:
        ValueError: If the state was made with another configuration.
    """
    learned = cache(lambda: learned_by(arm, seed, configuration))
    at, minutes = dict[str, Any](), 0.0
    tensors: dict[str, Tensor] = {}
    for step in configuration["arms"][arm]:
        said, kept = after(arm, seed, step, configuration, learned)
        minutes += said.pop("minutes")
        at[str(step)] = said
        tensors |= {f"{step}/{name}": tensor for name, tensor in kept.items()}
    return {"at": at, "minutes": round(minutes, 2)}, tensors


def after(
    arm: str,
    seed: int,
    step: int,
    configuration: dict[str, Any],
    learned: Callable[[], dict[int, tuple[Snapshot, float]]],
) -> Part:
    """Return what an arm gave after some updates (``step``); from the state, if it is there."""
    asked = settings_of(arm, configuration)

    def made() -> Part:
        snapshot, minutes = learned()[step]
        began = time.process_time()
        entries, tensors = asked_for(snapshot, seed, asked)
        entries["minutes"] = round(minutes + (time.process_time() - began) / 60, 2)
        return entries, tensors

    return resumable_part(STATE / f"{arm}-{seed}-{step}.json", asked, configuration["keep"], made)


def settings_of(arm: str, configuration: dict[str, Any]) -> dict[str, Any]:
    """Return what decides what an arm gives."""
    asked = {k: v for k, v in configuration.items() if k not in ("arms", "seeds", "keep")}
    return {**asked, "at": configuration["arms"][arm]}


def learned_by(
    arm: str, seed: int, configuration: dict[str, Any]
) -> dict[int, tuple[Snapshot, float]]:
    """Return snapshots of a model that goes on learning, each with the minutes since the last one.

    They are kept in a folder each, and read from there if the last one is there.
    """
    asked, at = settings_of(arm, configuration), configuration["arms"][arm]
    folders = {step: STATE / f"{arm}-{seed}-{step}" for step in at}
    if configuration["keep"] and (folders[max(at)] / "entries.json").is_file():
        return {step: stored_snapshot(folder, asked) for step, folder in folders.items()}
    config = TrainConfig(**asked["training"], seed=seed, log_every=int(np.gcd.reduce(at)))
    data = masked_news("train", asked["max_length"], seed, asked["lines"])
    objective = new_objective(arm, config, asked["generator"])
    began, found = time.process_time(), dict[int, tuple[Snapshot, float]]()

    def keep(step: int, snapshot: Snapshot) -> None:
        nonlocal began
        minutes = (time.process_time() - began) / 60
        found[step], began = (snapshot, minutes), time.process_time()
        if configuration["keep"]:
            store_snapshot(folders[step], snapshot, asked, minutes)

    go_on(objective, data, config, at, keep)
    return found


def store_snapshot(folder: Path, snapshot: Snapshot, asked: dict[str, Any], minutes: float) -> None:
    """Keep a model, its generator if it has one, and what they took."""
    snapshot.model.save_pretrained(folder)
    if snapshot.generator is not None:
        snapshot.generator.save_pretrained(folder / "generator")
    entries = {"work": asdict(snapshot.work), "masked": asdict(snapshot.masked), "minutes": minutes}
    store_entries(folder / "entries.json", asked, entries)


def stored_snapshot(folder: Path, asked: dict[str, Any]) -> tuple[Snapshot, float]:
    """Read what ``store_snapshot`` kept of a model.

    Raises:
        ValueError: If it was made with another configuration.
    """
    entries = stored_entries(folder / "entries.json", asked)
    took = (Work(**entries[name]) for name in ("work", "masked"))
    if not (folder / "generator").is_dir():
        return Snapshot(BertForMaskedLM.from_pretrained(folder), None, *took), entries["minutes"]
    detector = BertForTokenDetection.from_pretrained(folder)
    generator = BertForMaskedLM.from_pretrained(folder / "generator")
    return Snapshot(detector, generator, *took), entries["minutes"]


def asked_for(snapshot: Snapshot, seed: int, asked: dict[str, Any]) -> Part:
    """Return what a snapshot says, and what of it is kept."""
    scores, names = names_of(snapshot.model, texts_of(asked), seed, asked)
    entries: dict[str, Any] = {
        **asdict(snapshot.work),
        "masked words": asdict(snapshot.masked),
        "names": scores,
    }
    tensors = {"names": names}
    if isinstance(snapshot.model, BertForTokenDetection):
        detector, generator = snapshot.model, snapshot.generator
        shown, test = read_held_out(detector, generator, asked["written"], asked["max_length"])
        counts = PieceCounts(shown, len(tokenizer().vocabulary))(test.pieces)
        entries |= {
            "replaced": round(float(test.replaced.sum()) / test.chosen, 4),
            "found": round(proportion_found(test.logits, test.replaced), 4),
            "found by counting": round(proportion_found(counts, test.replaced), 4),
        }
        tensors |= {
            "logits": torch.from_numpy(test.logits).half(),
            "counts": torch.from_numpy(counts).half(),
            "replaced": torch.from_numpy(test.replaced),
        }
    return entries, tensors
