"""SimBERT on generated paraphrases: does writing help finding?

Decided before the run. ``bert-mini-en`` goes on for 300 updates of 32 pairs, each in both orders,
with the loss of finding, of writing, or both; the same pairs in the same order, the same learning
rate, three seeds. ``start`` is the model before.

What decides: how often the right one of 600 test sentences has the nearest [CLS] vector (events,
persons, details and wordings of the test are not in the training). Beside it the loss of writing a
test sentence from its partner, and what the first seed writes of five test sentences (three beams).

Budget: half an hour of one core. What is done is kept in ``build/simbert``.
"""

from lessons.l18_masks.simbert import SimBertObjective, both_orders

import time
from pathlib import Path
from typing import Any

import numpy as np
import torch

from bertlab.datasets.generated.paraphrases import Paraphrase, paraphrases
from bertlab.model import BertForMaskedLM
from bertlab.model.writing import PrefixWriter, beam_search
from bertlab.text import WordPieceTokenizer
from bertlab.training.config import TrainConfig
from bertlab.training.loop import train
from bertlab.training.provenance import PROJECT
from bertlab.vectors import hits_at_1, neighbor_ranks, text_vectors
from workbook.experiments import Part, resumable_part, run_variants
from workbook.records import RUNS

KEPT: Path = RUNS / "simbert.safetensors"
STATE: Path = PROJECT / "build" / "simbert"
LOSSES = {"finding": ["finding"], "writing": ["writing"], "both": ["finding", "writing"]}

CONFIGURATION: dict[str, Any] = {
    "arms": {"start": [], **LOSSES},
    "seeds": [0, 1, 2],
    "pairs": 2000,
    "test": 600,
    "shown": 5,
    "training": {
        "steps": 300,
        "batch_size": 32,
        "learning_rate": 3e-4,
        "precision": "no",
    },
    "keep": True,
}
SLICE: dict[str, Any] = {
    "arms": {"both": LOSSES["both"]},
    "seeds": [0],
    "pairs": 20,
    "test": 4,
    "shown": 1,
    "training": {"steps": 1, "batch_size": 2, "learning_rate": 1e-4, "precision": "no"},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Let the model go on in every way with every seed, on one thread.

    Returns:
        For each arm a list over seeds: ``found`` (of test sentences), the ``writing`` loss in nats
        a token, ``minutes``, and ``written``: for some test sentences what it writes. If ``keep``,
        the ranks of all partners are stored in ``KEPT``.
    """
    arms, seeds = configuration["arms"], configuration["seeds"]
    runs = run_variants(arms, seeds, lambda arm, seed: part(arm, seed, configuration))
    if configuration["keep"]:
        runs.keep(KEPT, "{variant}")
    return runs.entries


def part(arm: str, seed: int, configuration: dict[str, Any]) -> Part:
    """Return what one arm gave with one seed; from the state of an interrupted run, if there."""
    asked = {k: v for k, v in configuration.items() if k not in ("arms", "seeds", "keep")}
    asked["losses"] = configuration["arms"][arm]
    path = STATE / f"{arm}-{seed}.json"
    return resumable_part(path, asked, configuration["keep"], lambda: learned(seed, asked))


def learned(seed: int, asked: dict[str, Any]) -> Part:
    """Let the model go on, and return how it finds and writes."""
    began = time.process_time()
    model = BertForMaskedLM.from_pretrained("bert-mini-en")
    tokenizer = WordPieceTokenizer.from_folder("bert-mini-en")
    data = paraphrases(train=asked["pairs"], test=asked["test"])
    config = TrainConfig(**asked["training"], seed=seed, log_every=asked["training"]["steps"])

    def draw(step: int, *_: int) -> list[Any]:
        drawn = np.random.default_rng([seed, step]).permutation(len(data.train))
        pairs = [data.train[index] for index in drawn[: config.batch_size]]
        return [both_orders([(pair.first, pair.second) for pair in pairs], tokenizer)]

    if asked["losses"]:
        train(SimBertObjective(model, asked["losses"]), draw, config)
    minutes = (time.process_time() - began) / 60
    model.eval()
    first, second = (
        text_vectors(model.bert, tokenizer, [getattr(pair, side) for pair in data.test], "cls")
        for side in ("first", "second")
    )
    ranks = neighbor_ranks(first, second)
    entries = {
        "found": round(hits_at_1(ranks), 4),
        "writing": round(writing_loss(model, tokenizer, data.test), 4),
        "minutes": round(minutes, 1),
        "written": [written(model, tokenizer, pair.first) for pair in data.test[: asked["shown"]]],
    }
    return entries, {"": ranks.to(torch.int16)}


@torch.no_grad()
def writing_loss(
    model: BertForMaskedLM, tokenizer: WordPieceTokenizer, pairs: tuple[Paraphrase, ...]
) -> float:
    """Return the loss a token of writing each sentence from its partner."""
    objective, total, count = SimBertObjective(model, ["writing"]), 0.0, 0
    for start in range(0, len(pairs), 50):
        part = [(pair.first, pair.second) for pair in pairs[start : start + 50]]
        batch = both_orders(part, tokenizer)
        total += objective(batch)["writing"].item()
        count += objective.counts(batch)["writing"]
    return total / count


def written(model: BertForMaskedLM, tokenizer: WordPieceTokenizer, text: str) -> list[str]:
    """Return what the model writes of a sentence, three beams, the likeliest first."""
    ids = torch.tensor([tokenizer.encode(text).input_ids])
    found = beam_search(PrefixWriter(model), ids, tokenizer.sep_id, longest=30, beams=3)
    return [tokenizer.decode(text) for text, _ in found]
