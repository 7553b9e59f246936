"""What mending spoiled words teaches: BART's noises, judged by pronouncing.

Decided before the run. An encoder-decoder of half a million parameters mends words for 600 updates
of 64 (spelling alone, each kind of noise by itself), then learns to pronounce from 2,000 words for
400 updates. ``nothing`` begins with random weights; ``copy``
mends words that are not spoiled, so it tells what the noise is worth. Three seeds.

What decides: the phoneme error rate on 1,000 test words.

Budget: an hour of one core. What is done is kept in ``build/noises``.
"""

from lessons.l18_masks.experiments.pronouncing import as_tensor, test_words
from lessons.l18_masks.learning import new_network, pronounced
from lessons.l18_masks.words import CLS, MASK, SEP, Pair, WordBatches, error_rates, evenly

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np

from bertlab.datasets import cmudict
from bertlab.model.encoder_decoder import EncoderDecoder
from bertlab.model.writing import DecoderWriter
from bertlab.pretraining.many_masks import AnswerObjective, Answers, answers_of
from bertlab.pretraining.noises import NOISES, mass
from bertlab.training.config import TrainConfig
from bertlab.training.loop import train
from workbook.experiments import Part, run_resumable
from workbook.records import RUNS

KEPT: Path = RUNS / "noises.safetensors"

CONFIGURATION: dict[str, Any] = {
    "noises": ["nothing", "copy", *NOISES],
    "seeds": [0, 1, 2],
    "size": {"hidden_size": 96, "num_layers": 2, "num_heads": 4, "intermediate_size": 384},
    "decoder_layers": 2,
    "mended": 600,  # updates
    "learned": 400,
    "pronounced": 2000,  # words to learn from
    "test": 1000,
    "training": {"batch_size": 64, "learning_rate": 2e-3, "precision": "no"},
    "keep": True,
}
SLICE: dict[str, Any] = {
    "noises": ["infill"],
    "seeds": [0],
    "size": {"hidden_size": 24, "num_layers": 1, "num_heads": 2, "intermediate_size": 48},
    "decoder_layers": 1,
    "mended": 2,
    "learned": 2,
    "pronounced": 20,
    "test": 4,
    "training": {"batch_size": 8, "learning_rate": 1e-3, "precision": "no"},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Let a network mend words and then pronounce, with every noise and seed, on one thread.

    Returns:
        For each noise a list over seeds: ``phoneme`` and ``word errors``, and ``minutes``. If
        ``keep``, what each wrote is stored in ``KEPT``, (seeds, words, 16).
    """
    return run_resumable(configuration, "noises", learned, KEPT)


def learned(noise: str, seed: int, asked: dict[str, Any]) -> Part:
    """Mend, learn to pronounce, and return what is said of test words."""
    began = time.process_time()
    network = new_network(asked["size"], seed, asked["decoder_layers"])
    known = cmudict().train
    if noise != "nothing":
        mended = WordBatches(known, asked["training"]["batch_size"], seed)
        teach(network, lambda step: spoiled(mended(step), noise, step), asked, "mended", seed)
    some = evenly(known, asked["pronounced"])
    learned_from = WordBatches(some, asked["training"]["batch_size"], seed)
    teach(network, lambda step: answers_of(learned_from(step), CLS), asked, "learned", seed)
    minutes = (time.process_time() - began) / 60
    words = test_words(asked["test"])
    answers = pronounced(DecoderWriter(network, CLS), [word.spelling for word in words])
    entries = error_rates(answers, words) | {"minutes": round(minutes, 1)}
    return entries, {"": as_tensor(answers)}


def teach(
    network: EncoderDecoder,
    batch_of: Callable[[int], Answers],
    asked: dict[str, Any],
    stage: str,
    seed: int,
) -> None:
    """Make the updates of one stage."""
    steps = asked[stage]
    config = TrainConfig(**asked["training"], steps=steps, seed=seed, log_every=steps)
    train(AnswerObjective(network), lambda step, *_: [batch_of(step)], config)


def spoiled(rows: list[Pair], noise: str, step: int) -> Answers:
    """Return words to mend, without their phonemes; with MASS the hidden span alone is written."""
    generator, mended = np.random.default_rng(step), list[Pair]()
    for first, _ in rows:
        letters = first[1:-1]
        read, written = letters, letters
        if noise == "MASS":
            read, written = mass(letters, MASK, generator)
        elif noise != "copy":
            read = NOISES[noise](letters, MASK, generator)
        mended.append(([CLS, *read, SEP], [*written, SEP]))
    return answers_of(mended, CLS)
