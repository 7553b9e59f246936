"""Unsupervised SimCSE on ``minilm-words``: with dropout, and without it as a control.

What is trained is a low-rank update of the encoder. Steps and learning rate were fixed after one
trial on validation; every run of the table is judged once. Budget: 10 minutes of one core.
"""

from lessons.l13_sentence_vectors import corpora, reading
from lessons.l13_sentence_vectors.experiments.sentence_vectors import LEE_LENGTH, test_pairs
from lessons.l13_sentence_vectors.judging import judged

from typing import Any

import torch
from torch import Tensor

from bertlab.datasets import lee
from bertlab.model.bert import BertModel
from bertlab.model.checkpoint import read_tensors, write_tensors
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.changes import apply_change, trained_tensors
from bertlab.training.config import TrainConfig
from bertlab.training.low_rank import add_low_rank
from bertlab.vectors.simcse import fit_simcse
from bertlab.vectors.text_vectors import text_vectors
from bertlab.vectors.whitening import mean_cosine
from workbook.experiments import one_thread
from workbook.records import RUNS

KEPT = RUNS / "simcse.safetensors"
CHANGE = "change/"  # what the first run changed in the encoder

CONFIGURATION: dict[str, Any] = {
    "runs": [
        ["SimCSE", 0.1, 0.05, [0, 1, 2]],  # name, dropout, temperature, seeds
        ["no dropout", 0.0, 0.05, [0, 1, 2]],
    ],
    "sentences": 4000,
    "rank": 8,
    "steps": 30,
    "batch_size": 48,
    "learning_rate": 1e-3,
    "train_length": 20,
    "max_length": 64,
    "pairs": None,  # all
    "random_pairs": 500,
    "keep": True,
}
SLICE: dict[str, Any] = {
    "runs": [["SimCSE", 0.1, 0.05, [0]]],
    "sentences": 40,
    "steps": 2,
    "batch_size": 4,
    "train_length": 8,
    "max_length": 12,
    "pairs": 8,
    "random_pairs": 8,
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train and judge every run, on one thread.

    Returns:
        For each name a list over seeds: the summaries of ``judging.judged``, the ``losses``, and
        the mean cosine of random pairs after training (``anisotropy``).
    """
    kept: dict[str, Tensor] = {}
    results: dict[str, Any] = {}
    with one_thread():
        for name, dropout, temperature, seeds in configuration["runs"]:
            results[name] = [
                one_run(configuration, name, dropout, temperature, seed, kept) for seed in seeds
            ]
    if configuration["keep"]:
        write_tensors(KEPT, kept)
    return results


def one_run(
    configuration: dict[str, Any],
    name: str,
    dropout: float,
    temperature: float,
    seed: int,
    kept: dict[str, Tensor],
) -> dict[str, Any]:
    """Train an encoder and judge it; keep its ranks, and the change that the first one made."""
    bert, tokenizer = with_low_rank(configuration["rank"], seed), tokenizer_of()
    settings = TrainConfig(
        steps=configuration["steps"],
        batch_size=configuration["batch_size"],
        learning_rate=configuration["learning_rate"],
        precision="no",
        seed=seed,
        log_every=max(1, configuration["steps"] // 10),
    )
    texts = corpora.fitting_sentences(configuration["sentences"])
    length = configuration["train_length"]
    history = fit_simcse(bert, tokenizer, texts, settings, temperature, dropout, length)
    if not kept:
        change = trained_tensors(bert).items()
        kept |= {CHANGE + key: tensor for key, tensor in change}
    pairs = test_pairs(configuration["pairs"])

    def read(some: list[str], longest: int = configuration["max_length"]) -> Tensor:
        return text_vectors(bert, tokenizer, some, max_length=longest)

    sets = {key: (read(one.queries), read(one.documents)) for key, one in pairs.items()}
    found, ranks = judged(sets, read(list(lee().documents), LEE_LENGTH), pairs)
    kept |= {f"{key}/{name}/{seed}": each.to(torch.int16) for key, each in ranks.items()}
    few = sets["editorials"][0][: configuration["random_pairs"]]
    losses = [round(float(line["contrast"]), 4) for line in history]
    return {"seed": seed, **found, "losses": losses, "anisotropy": round(mean_cosine(few), 4)}


def tokenizer_of() -> WordPieceTokenizer:
    """Return the tokenizer of ``minilm-words``, which is that of ``minilm``."""
    return WordPieceTokenizer.from_folder("minilm")


def with_low_rank(rank: int, seed: int) -> BertModel:
    """Return the encoder of ``minilm-words`` with low-rank updates, which alone are trained."""
    bert = reading.load("minilm-words")
    bert.requires_grad_(False)
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        add_low_rank(bert.encoder, rank)
    return bert


def trained_encoder() -> BertModel:
    """Return the encoder of the first run, as it was after training.

    Raises:
        FileNotFoundError: If it was not recorded.
    """
    tensors = read_tensors(KEPT)
    change = {
        key.removeprefix(CHANGE): value for key, value in tensors.items() if key.startswith(CHANGE)
    }
    return apply_change(reading.load("minilm-words"), change).eval()
