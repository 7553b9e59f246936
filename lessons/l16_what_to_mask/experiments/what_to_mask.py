"""``bert-mini-zh`` goes on with six ways to mask; names decide which one taught it most.

Decided before the run. Start: the weights of ``bert-mini-zh``, for every arm and seed. Budget:
equal numbers of updates, examples and hidden characters, the same examples in the same order for
the same seed, on the training lines of ``peoples_daily``, whose words and names people have marked.
The learning rate was chosen by the plain arm's loss on validation text, of two, with a seed
that is not recorded; the recipe for names on validation lines, with the plain arm, likewise.

What decides: the F1 of names on all test lines, after fine-tuning each model on the same 1,000
training lines; the difference of each arm to ``plain``, means over seeds, with an interval over
test lines. Shown beside it: how many hidden characters are guessed in test text, once with single
characters hidden and once with whole words. That favors the arm that was trained so, and for that
reason decides nothing. The test lines are scored once. Budget: 130 minutes of one core.

What a model was asked is kept in ``build/what_to_mask``: an interrupted run goes on from there.
"""

from lessons.l16_what_to_mask.experiments.similar_words import table_of
from lessons.l16_what_to_mask.learners import ARMS, START, Learned, learn
from lessons.l16_what_to_mask.similar_words import as_pieces

import time
from functools import cache
from pathlib import Path
from typing import Any

import torch

from bertlab.finetuning.entities import entity_scores
from bertlab.finetuning.tagging import TaggedWords
from bertlab.pretraining.data import PretrainingData
from bertlab.pretraining.maskers import Masker, SpanMasker
from bertlab.probing.cloze import guesses, targets
from bertlab.probing.names import packed_names, predicted_names
from bertlab.probing.news import HELD_OUT_SEED, masked_news, named_lines, tokenizer
from bertlab.training.config import TrainConfig
from bertlab.training.provenance import PROJECT
from workbook.experiments import Part, resumable_part, run_variants
from workbook.records import RUNS, recorded

KEPT: Path = RUNS / "what_to_mask.safetensors"
STATE: Path = PROJECT / "build" / "what_to_mask"
CLOZE = {"single characters": Masker, "whole words": SpanMasker}

CONFIGURATION: dict[str, Any] = {
    "arms": [START, *ARMS],
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
    "named_lines": {"train": 1000, "validation": 500, "test": None},
    "names": {"epochs": 3, "batch_size": 16, "learning_rate": 1e-3, "warmup": 0.1},
    "keep": True,
}
SLICE: dict[str, Any] = {
    "arms": [START, "SpanBERT"],
    "seeds": [0],
    "lines": 60,
    "max_length": 48,
    "training": {"steps": 2, "batch_size": 4, "learning_rate": 1e-4, "precision": "no"},
    "cloze": 6,
    "named_lines": {"train": 12, "validation": 8, "test": 16},
    "names": {"epochs": 1, "batch_size": 8, "learning_rate": 1e-3, "warmup": 0.1},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train every arm with every seed, on one thread.

    Returns:
        For each arm and seed: ``hidden``, the tokens it had to guess; ``validation`` and ``test``,
        scores of names (``bertlab.finetuning.entities``); ``cloze``, the proportion of hidden test
        characters guessed, for both ways to hide; ``minutes`` of one core. If ``keep``, names found
        and characters guessed are stored in ``KEPT``.
    """
    arms, seeds = configuration["arms"], configuration["seeds"]
    runs = run_variants(arms, seeds, lambda arm, seed: part(arm, seed, configuration))
    if configuration["keep"]:
        runs.keep(KEPT, "{variant}/{seed}/{name}")
    return runs.entries


def part(arm: str, seed: int, configuration: dict[str, Any]) -> Part:
    """Return what one arm and seed gave; from the state of an interrupted run, if it is there.

    Raises:
        ValueError: If the state was made with another configuration.
    """
    asked = {k: v for k, v in configuration.items() if k not in ("arms", "seeds", "keep")}

    def made() -> Part:
        began = time.process_time()
        entries, tensors = _asked(_learned(arm, seed, configuration), seed, configuration)
        entries["minutes"] = round((time.process_time() - began) / 60, 2)
        return entries, tensors

    return resumable_part(STATE / f"{arm}-{seed}.json", asked, configuration["keep"], made)


def _learned(arm: str, seed: int, configuration: dict[str, Any]) -> Learned:
    config = TrainConfig(**configuration["training"], seed=seed, log_every=100)
    similar = as_pieces(table_of(recorded("similar_words")["results"]), tokenizer())
    data = masked_news("train", configuration["max_length"], seed, configuration["lines"])
    return learn(arm, data, config, similar)


def _asked(learned: Learned, seed: int, configuration: dict[str, Any]) -> Part:
    texts, length = texts_of(configuration), configuration["max_length"]
    tags = predicted_names(learned.model, texts, configuration["names"], seed, length)
    entries: dict[str, Any] = {"hidden": learned.hidden, "cloze": {}}
    for which in ("validation", "test"):
        scores = entity_scores([text.tags for text in texts[which]], tags[which])
        entries[which] = {
            kind: {name: round(value, 4) for name, value in score._asdict().items()}
            for kind, score in scores.items()
        }
    tensors = {"names": packed_names(tags["test"])}
    for way, data in held_out(configuration).items():
        said = guesses(learned.model, data, configuration["cloze"])
        right = said == targets(data, configuration["cloze"])
        tensors[way] = said.to(torch.int16)
        entries["cloze"][way] = round(right.double().mean().item(), 4)
    return entries, tensors


def texts_of(configuration: dict[str, Any]) -> dict[str, list[TaggedWords]]:
    """Return the lines that names are learned from and looked for in."""
    length = configuration["max_length"]
    numbers = configuration["named_lines"]
    return {which: named_lines(which, n, length).texts for which, n in numbers.items()}


@cache
def _test_news(length: int) -> PretrainingData:
    return masked_news("test", length, HELD_OUT_SEED)


def held_out(configuration: dict[str, Any]) -> dict[str, PretrainingData]:
    """Return test text with tokens hidden in both ways, the same for all models."""
    data = _test_news(configuration["max_length"])
    return {way: data.masked_by(masker(tokenizer())) for way, masker in CLOZE.items()}
