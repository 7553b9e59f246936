"""How much of ``minilm`` must change before it guesses masked words: frozen, freed, low-rank.

Wikipedia's training articles, cut into stretches of 64 tokens; the same steps, batches and seeds
for every way. Rates were chosen on validation text with seed 0.
"""

from collections.abc import Callable
from typing import Any

import torch

from bertlab.config import TrainConfig
from bertlab.corpora import corpus
from bertlab.model import BertForMaskedLM
from bertlab.objectives import MaskedLMObjective, masked_scores
from bertlab.pretraining import PretrainingData
from bertlab.readout import free_low_rank, free_top_layers, with_fresh_head
from bertlab.training import train
from bertlab.wordpiece import WordPieceTokenizer

WAYS: dict[str, Callable[[], BertForMaskedLM]] = {
    "head on layer 3": lambda: free_top_layers(with_fresh_head(3), 0),
    "head on layer 6": lambda: free_top_layers(with_fresh_head(), 0),
    "last layer freed": lambda: free_top_layers(with_fresh_head(), 1),
    "last 3 layers freed": lambda: free_top_layers(with_fresh_head(), 3),
    "all layers freed": lambda: free_top_layers(with_fresh_head(), 6),
    "low rank 8": lambda: free_low_rank(with_fresh_head(), 8),
    "low rank 32": lambda: free_low_rank(with_fresh_head(), 32),
}
CONFIGURATION: dict[str, Any] = {
    "ways": list(WAYS),
    "seeds": [0, 1, 2],
    "max_length": 64,
    "held_out": 300,
    "training": {"steps": 250, "batch_size": 16, "learning_rate": 5e-4, "warmup": 0.1},
    "log_every": 50,
}
SLICE: dict[str, Any] = {
    "ways": ["head on layer 3", "low rank 8"],
    "seeds": [0],
    "held_out": 8,
    "training": {"steps": 2, "batch_size": 2, "learning_rate": 5e-4, "warmup": 0.1},
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train each way with each seed.

    Returns:
        For each way ``trained`` parameters, and for each seed the curve: steps, held-out loss in
        nats and share guessed right.
    """
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    texts = corpus("wiki")
    train_data, held_out = (
        data(documents, tokenizer, configuration["max_length"])
        for documents in (texts.train, texts.validation)
    )
    found = {}
    for way in configuration["ways"]:
        curves = []
        for seed in configuration["seeds"]:
            with torch.random.fork_rng():
                torch.manual_seed(seed)
                model = WAYS[way]()
            curves.append(curve(model, train_data, held_out, configuration, seed))
        free = sum(p.numel() for p in model.parameters() if p.requires_grad)
        found[way] = {"trained": free, "curves": curves}
    return {"ways": found}


def data(documents: Any, tokenizer: WordPieceTokenizer, max_length: int) -> PretrainingData:
    """Return single stretches of text, to be masked."""
    ids = [[tokenizer.text_ids(sentence) for sentence in document] for document in documents]
    return PretrainingData(ids, tokenizer, max_length, next_sentence=False)


def curve(
    model: BertForMaskedLM,
    train_data: PretrainingData,
    held_out: PretrainingData,
    configuration: dict[str, Any],
    seed: int,
) -> list[dict[str, float]]:
    """Train a model; return what it guesses after every so many steps."""
    config = TrainConfig(
        **configuration["training"], seed=seed, log_every=configuration["log_every"]
    )
    number = configuration["held_out"]
    history = train(
        MaskedLMObjective(model),
        lambda step, process, processes: [
            train_data.batch(train_data.order(step, config.batch_size)[process::processes])
        ],
        config,
        evaluate=lambda step: {
            f"held_out_{k}": v for k, v in masked_scores(model, held_out, number).items()
        },
    )
    names = ("step", "held_out_masked_lm", "held_out_masked_accuracy")
    return [{name: round(line[name], 4) for name in names} for line in history]
