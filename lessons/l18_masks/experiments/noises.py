"""What mending spoiled words teaches: BART's noises and MASS's, judged by pronouncing.

Decided before the run. An encoder-decoder of half a million parameters mends words for 600 updates
of 64 (spelling alone, each kind of noise by itself; ``MASS`` writes the hidden span), then learns
to pronounce from 2,000 words for 400 updates. ``nothing`` begins with random weights; ``copy``
mends words that are not spoiled, so it tells what the noise is worth. Three seeds.

What decides: the phoneme error rate on 1,000 test words.

Budget: an hour of one core. What is done is kept in ``build/noises``.
"""

from lessons.l18_masks.experiments.pronouncing import as_tensor, test_words
from lessons.l18_masks.learning import new_network, pronounced
from lessons.l18_masks.words import CLS, MASK, SEP, Pair, WordBatches, error_rates

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
from bertlab.training.provenance import PROJECT
from workbook.experiments import Part, resumable_part, run_variants
from workbook.records import RUNS

KEPT: Path = RUNS / "noises.safetensors"
STATE: Path = PROJECT / "build" / "noises"

CONFIGURATION: dict[str, Any] = {
    "noises": ["nothing", "copy", *NOISES, "MASS"],
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
    "noises": ["infill", "MASS"],
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
    noises, seeds = configuration["noises"], configuration["seeds"]
    runs = run_variants(noises, seeds, lambda noise, seed: part(noise, seed, configuration))
    if configuration["keep"]:
        runs.keep(KEPT, "{variant}")
    return runs.entries


def part(noise: str, seed: int, configuration: dict[str, Any]) -> Part:
    """Return what one noise gave with one seed; from the state of an interrupted run, if there."""
    asked = {k: v for k, v in configuration.items() if k not in ("noises", "seeds", "keep")}
    path = STATE / f"{noise}-{seed}.json"
    return resumable_part(path, asked, configuration["keep"], lambda: learned(noise, seed, asked))


def learned(noise: str, seed: int, asked: dict[str, Any]) -> Part:
    """Mend, learn to pronounce, and return what is said of test words."""
    began = time.process_time()
    network = new_network(asked["size"], seed, asked["decoder_layers"])
    known = cmudict().train
    some = [known[i * len(known) // asked["pronounced"]] for i in range(asked["pronounced"])]
    if noise != "nothing":
        mended = WordBatches(known, asked["training"]["batch_size"], seed)
        teach(network, lambda step: spoiled(mended(step), noise, step), asked, "mended", seed)
    learned_from = WordBatches(some, asked["training"]["batch_size"], seed)
    teach(network, lambda step: answers_of(learned_from(step), CLS), asked, "learned", seed)
    minutes = (time.process_time() - began) / 60
    words = test_words(asked["test"])
    answers = pronounced(DecoderWriter(network, CLS), [word.spelling for word in words])
    phonemes, wrong = error_rates(answers, words)
    entries = {
        "phoneme errors": round(phonemes, 4),
        "word errors": round(wrong, 4),
        "minutes": round(minutes, 1),
    }
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
    """Return words to mend: their phonemes are not shown."""
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
