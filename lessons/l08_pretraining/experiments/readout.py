"""How much of ``minilm`` must change before it guesses masked words: frozen, freed, low-rank.

Wikipedia's training articles, cut into stretches of 64 tokens; the same updates, batches and seeds
for every way. The rate is the better of two tried for each group of ways on validation text, with a
seed that is not recorded. Budget: about 45 minutes of one core.
"""

from collections.abc import Callable
from functools import partial
from typing import Any

import torch

from bertlab.model.tasks import BertForMaskedLM
from bertlab.pretraining.corpora import corpus
from bertlab.pretraining.data import PretrainingData
from bertlab.pretraining.objectives import MaskedLMObjective, masked_answers, masked_scores
from bertlab.pretraining.readout import free_low_rank, free_top_layers, with_fresh_head
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.config import TrainConfig
from bertlab.training.loop import Line, train
from workbook.experiments import Part, run_variants
from workbook.recorded_answers import fill_sheet
from workbook.records import RUNS

KEPT = RUNS / "readout.safetensors"

WAYS: dict[str, Callable[[], BertForMaskedLM]] = {
    "head on layer 3": lambda: free_top_layers(with_fresh_head(3), 0),
    "head on layer 6": lambda: free_top_layers(with_fresh_head(), 0),
    "last layer freed": lambda: free_top_layers(with_fresh_head(), 1),
    "last 3 layers freed": lambda: free_top_layers(with_fresh_head(), 3),
    "all layers freed": lambda: free_top_layers(with_fresh_head(), 6),
    "low rank 32": lambda: free_low_rank(with_fresh_head(), 32),
}
CONFIGURATION: dict[str, Any] = {
    "learning_rates": {
        "head on layer 3": 3e-3,
        "head on layer 6": 3e-3,
        "last layer freed": 5e-4,
        "last 3 layers freed": 5e-4,
        "all layers freed": 5e-4,
        "low rank 32": 2e-3,
    },
    "seeds": [0, 1, 2],
    "max_length": 64,
    "held_out": 300,
    "training": {"steps": 160, "batch_size": 16, "warmup": 0.1},
    "log_every": 40,
    "keep": True,
}
SLICE: dict[str, Any] = {
    "learning_rates": {"head on layer 3": 3e-3, "low rank 32": 2e-3},
    "seeds": [0],
    "held_out": 8,
    "training": {"steps": 2, "batch_size": 2, "warmup": 0.1},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train each way with each seed, on one thread.

    Returns:
        For each way ``trained`` parameters, and for each seed a curve: steps, held-out loss in nats
        and share guessed right. If ``keep``, the last answers are stored in ``KEPT``.
    """
    train_data, held_out = texts(configuration["max_length"])
    rates, number = configuration["learning_rates"], configuration["held_out"]

    def part(way: str, seed: int) -> Part:
        model = fresh(way, seed)
        trained = sum(p.numel() for p in model.parameters() if p.requires_grad)
        config = TrainConfig(
            **configuration["training"],
            learning_rate=rates[way],
            seed=seed,
            log_every=configuration["log_every"],
        )
        curves = curve(model, train_data, held_out, config, number)
        sheet = fill_sheet(partial(masked_answers, model), held_out, number)
        return {"trained": trained, "curves": curves}, sheet._asdict()

    runs = run_variants(rates, configuration["seeds"], part)
    if configuration["keep"]:
        runs.keep(KEPT, "{name}.{variant}")
    found = runs.by_seed().items()
    return {"ways": {way: {**one, "trained": one["trained"][0]} for way, one in found}}


def texts(max_length: int) -> tuple[PretrainingData, PretrainingData]:
    """Return training and validation articles as single stretches of text, to be masked."""
    tokenizer, articles = WordPieceTokenizer.from_folder("minilm"), corpus("wiki")
    train_data, held_out = (
        PretrainingData(
            [[tokenizer.text_ids(sentence) for sentence in document] for document in documents],
            tokenizer,
            max_length,
            next_sentence=False,
        )
        for documents in (articles.train, articles.validation)
    )
    return train_data, held_out


def fresh(way: str, seed: int) -> BertForMaskedLM:
    """Return ``minilm`` with a new head, ready to be trained in one of the ``WAYS``."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        return WAYS[way]()


def curve(
    model: BertForMaskedLM,
    train_data: PretrainingData,
    held_out: PretrainingData,
    config: TrainConfig,
    num_examples: int,
) -> list[Line]:
    """Train a model; return what it guesses after every so many steps."""
    history = train(
        MaskedLMObjective(model),
        lambda step, *_: [train_data.batch(train_data.order(step, config.batch_size))],
        config,
        evaluate=lambda step: masked_scores(model, held_out, num_examples, "held_out_"),
    )
    names = ("step", "held_out_masked_lm", "held_out_masked_accuracy")
    return [{name: round(line[name], 4) for name in names} for line in history]
