"""Runs that a processor would need hours for: more of the same text, larger models, more seeds.

A small model takes a step in milliseconds, so that one process could not draw its batches in time:
others draw those of the steps to come.
"""

import os
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from functools import lru_cache, partial
from multiprocessing import get_context
from typing import Any

import numpy as np
import torch

from benchmarks.gpu.record import Measurement, Results
from bertlab.pretraining.config import PretrainConfig
from bertlab.pretraining.corpora import Corpus, corpus
from bertlab.pretraining.data import PretrainingBatch
from bertlab.pretraining.objectives import held_out_scores
from bertlab.pretraining.run import Pretraining
from bertlab.pretraining.trials import SETTINGS, STANDARD, Trial, english_characters
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.loop import BatchSampler
from bertlab.training.provenance import PROJECT

CONFIGURATION: dict[str, Any] = {
    "longer": 20,  # times as many texts, in as many updates
    "training": {"log_every": 3000, "precision": "bf16"},
    "kinds": {  # what differs from the standard
        "standard": {},
        "without next sentences": {"objective": "masked words"},
        "left to right": {"objective": "next token"},
        "half as wide": {"size": "small"},
    },
    "trials": {
        "seeds": [0, 1, 2, 3, 4],
        "sizes": {
            "middle": {
                "hidden_size": 256,
                "num_layers": 4,
                "num_heads": 4,
                "intermediate_size": 1024,
            },
            "small": {
                "hidden_size": 128,
                "num_layers": 4,
                "num_heads": 4,
                "intermediate_size": 512,
            },
        },
        "training": {"steps": 1600, "batch_size": 128, "learning_rate": 1e-3, "warmup": 0.05},
        "log_every": 400,
    },
}
SLICE: dict[str, Any] = {
    "longer": 1,
    "training": {"steps": 2, "batch_size": 2, "log_every": 1, "precision": "no"},
    "trials": {
        **CONFIGURATION["trials"],
        "seeds": [0],
        "training": {"steps": 2, "batch_size": 2, "learning_rate": 1e-3, "warmup": 0.05},
        "log_every": 2,
        "held_out": 8,
    },
}
AHEAD = 64  # steps whose batches are drawn before they are needed
_drawn_by: list[BatchSampler] = []  # in processes that draw


def measurements(configuration: dict[str, Any], device: torch.device) -> list[Measurement]:
    """Return what is measured: the long run, then the kinds, seed by seed."""
    settings = {**SETTINGS, **configuration["trials"]}
    kinds = [
        Measurement(f"{name}, seed {seed}", 30, partial(trial, settings, differences, seed))
        for seed in settings["seeds"]
        for name, differences in configuration["kinds"].items()
    ]
    times = configuration["longer"]
    work = partial(long_run, times, configuration["training"])
    return [Measurement(f"bert-mini-en, {times} times longer", 300, work), *kinds]


def long_run(times: int, training: dict[str, Any]) -> Results:
    """Pre-train ``bert-mini-en`` with batches so many times as large, and score it by corpus.

    Args:
        times: As many more texts.
        training: What else differs from the settings of ``data/pretraining``.
    """
    config = PretrainConfig.from_file(PROJECT / "data" / "pretraining" / "bert-mini-en.json")
    settings = {**config.training, "batch_size": times * config.training["batch_size"], **training}
    run = Pretraining(replace(config, training=settings))
    began = time.perf_counter()
    with drawn_ahead(run.draw) as draw:
        run.draw = draw  # type: ignore[method-assign, assignment]
        run.run()
    seconds = time.perf_counter() - began
    found: dict[str, Any] = {"updates": run.training.steps, "minutes": seconds / 60}
    for name, texts in run.validation_texts.items():
        data = run.data_of({name: texts}, config.max_length)
        scores = held_out_scores(run.model, data, len(data))
        found |= {f"{name}: {what}": value for what, value in scores.items()}
    return found


@lru_cache
def letters() -> tuple[Corpus, WordPieceTokenizer]:
    """Return the text of all trials, and its characters."""
    return corpus("wiki"), english_characters()


def trial(settings: dict[str, Any], differences: dict[str, Any], seed: int) -> Results:
    """Pre-train a small model of one kind with one seed; return its scores on held-out text."""
    one = Trial(settings, {**STANDARD, **differences}, *letters(), seed)
    began = time.perf_counter()
    with drawn_ahead(one.draw) as draw:
        one.draw = draw  # type: ignore[method-assign, assignment]
        last = one.curve()[-1]
    scores = {name: value for name, value in last.items() if name.startswith("held_out")}
    return {**scores, "seconds": time.perf_counter() - began}


@contextmanager
def drawn_ahead(draw: BatchSampler) -> Iterator[BatchSampler]:
    """Draw the batches of the next steps in worker processes.

    Args:
        draw: Gives the same for a step whoever asks, as ``train`` wants it.
    """
    _drawn_by[:] = [draw]
    waiting: dict[int, Future[list[list[np.ndarray]]]] = {}
    workers = max(1, (os.cpu_count() or 1) - 1)
    # Copies of this process, which have the texts and never touch the GPU.
    with ProcessPoolExecutor(workers, get_context("fork")) as pool:

        def taken(step: int, *_: int) -> Sequence[PretrainingBatch]:
            for later in range(step, step + AHEAD):
                if later not in waiting:
                    waiting[later] = pool.submit(_arrays_of, later)
            batches = waiting.pop(step).result()
            return [PretrainingBatch(*map(torch.from_numpy, arrays)) for arrays in batches]

        try:
            yield taken
        finally:
            pool.shutdown(cancel_futures=True)
            _drawn_by.clear()


def _arrays_of(step: int) -> list[list[np.ndarray]]:
    """Return a step's batches as arrays, whose bytes go from process to process."""
    return [[tensor.numpy() for tensor in batch] for batch in _drawn_by[0](step, 0, 1)]
