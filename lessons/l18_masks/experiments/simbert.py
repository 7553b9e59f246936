"""SimBERT on generated paraphrases: does writing help finding?

Decided before the run. ``bert-mini-en`` goes on for 300 updates of 32 pairs, each in both orders,
with the loss of finding, of writing, or both; the same pairs in the same order, the same learning
rate, three seeds. ``start`` is the model before.

What decides: how often the right one of 600 test sentences has the nearest [CLS] vector (events,
persons, details and wordings of the test are not in the training). Beside it the loss of writing a
test sentence from its partner.

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
from bertlab.text import WordPieceTokenizer
from bertlab.training.config import TrainConfig
from bertlab.training.loop import train
from bertlab.vectors import hits_at_1, neighbor_ranks, text_vectors
from workbook.experiments import Part, run_resumable
from workbook.records import RUNS

KEPT: Path = RUNS / "simbert.safetensors"
LOSSES = {"finding": ["finding"], "writing": ["writing"], "both": ["finding", "writing"]}

CONFIGURATION: dict[str, Any] = {
    "variants": {"start": [], **LOSSES},
    "seeds": [0, 1, 2],
    "pairs": 2000,
    "test": 600,
    "training": {
        "steps": 300,
        "batch_size": 32,
        "learning_rate": 3e-4,
        "precision": "no",
    },
    "keep": True,
}
SLICE: dict[str, Any] = {
    "variants": {"both": LOSSES["both"]},
    "seeds": [0],
    "pairs": 20,
    "test": 4,
    "training": {"steps": 1, "batch_size": 2, "learning_rate": 1e-4, "precision": "no"},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Let the model go on in every way with every seed, on one thread.

    Returns:
        For each variant a list over seeds: ``found`` (of test sentences), the ``writing`` loss in
        nats a token, and ``minutes``. If ``keep``, the ranks of all partners are stored in
        ``KEPT``.
    """
    return run_resumable(configuration, "variants", learned, KEPT, own="losses")


def learned(_: str, seed: int, asked: dict[str, Any]) -> Part:
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
