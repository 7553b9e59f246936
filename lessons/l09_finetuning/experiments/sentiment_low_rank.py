"""Fine-tuning all of ``minilm`` by thin updates of its matrices; the change of one run is kept.

The snippets, batches and epochs of ``sentiment``, but every matrix of the encoder gets an update of
low rank, and the embeddings stay. The rate was the best of three, tried with 1,000 snippets
and a seed that is not used here. One seed: it is made for its
change, and says nothing about the way of training. The test texts are scored once. Budget: 10
minutes of one core.
"""

from lessons.l09_finetuning.experiments.sentiment import (
    all_parts,
    fresh_classifier,
    learn,
    parts_of,
)

from typing import Any

import torch

from bertlab.datasets import Ratings
from bertlab.finetuning.classifier import accuracy_and_loss, logits_of
from bertlab.finetuning.sentiment import as_data, movie_classifier, sample
from bertlab.model.pretrained import CHECKPOINTS
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.changes import save_change
from bertlab.training.low_rank import add_low_rank
from workbook.experiments import Part, run_variants
from workbook.recorded_answers import accuracy
from workbook.records import RUNS

KEPT = RUNS / "sentiment_low_rank.safetensors"
FOLDER = CHECKPOINTS / "minilm-movies"

CONFIGURATION: dict[str, Any] = {
    "texts": None,  # of each part, all
    "seeds": [0],
    "rank": 16,
    "max_length": 64,
    "training": {"epochs": 3, "batch_size": 32, "learning_rate": 1e-3, "warmup": 0.1},
    "keep": True,
}
SLICE: dict[str, Any] = {
    "texts": 16,
    "seeds": [0],
    "training": {"epochs": 1, "batch_size": 8, "learning_rate": 1e-3, "warmup": 0.1},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Fine-tune with every seed, on one thread.

    Returns:
        ``trained`` parameters; ``runs``: for each seed its ``history`` on validation and its
        accuracy on ``test``. If ``keep``, the logits of the test texts are stored in ``KEPT``, the
        change of the first seed in ``FOLDER``, and ``stored`` has the scores of what can be read
        back, on validation.
    """
    parts = Ratings(*(tuple(sample(part, configuration["texts"])) for part in all_parts()))
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    data = [as_data(part, tokenizer, configuration["max_length"]) for part in parts_of(parts)]
    found: dict[str, Any] = {}

    def part(way: str, seed: int) -> Part:
        model = thin_classifier(seed, configuration["rank"])
        found["trained"] = sum(p.numel() for p in model.parameters() if p.requires_grad)
        config = data[0].config(**configuration["training"], seed=seed)
        curve = learn(model, data[0], data[1], config)
        logits = logits_of(model, data[2]).half()
        if configuration["keep"] and seed == configuration["seeds"][0]:
            save_change(model, FOLDER)
            scores = accuracy_and_loss(movie_classifier(FOLDER), data[1])
            found["stored"] = {name: round(value, 4) for name, value in scores.items()}
        score = round(accuracy(logits, data[2].labels), 4)
        return {"history": curve, "test": score}, {"logits": logits}

    runs = run_variants(["low rank"], configuration["seeds"], part)
    if configuration["keep"]:
        runs.keep(KEPT, "{variant}")
    return {"runs": runs.entries["low rank"], **found}


def thin_classifier(seed: int, rank: int) -> BertForSequenceClassification:
    """Return ``minilm`` with a fresh head, and with updates of low rank as all else that learns."""
    model = fresh_classifier(seed)
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        add_low_rank(model.bert, rank)
    return model
