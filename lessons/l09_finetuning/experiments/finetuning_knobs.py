"""What each knob of fine-tuning brings: one is turned at a time, at a small fixed budget.

600 snippets of movie reviews and three epochs for each, but for those that change just that. The
same snippets, batches and fresh weights for all runs of a seed. All are scored on validation; the
test texts are not touched. Budget: 40 minutes of one core.
"""

from lessons.l09_finetuning.baselines import text_features
from lessons.l09_finetuning.numbered_texts import NumberedTexts, PooledObjective
from lessons.l09_finetuning.pooling import PooledClassifier

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import torch

from bertlab.datasets import movie_reviews, sentiment_lexicon
from bertlab.finetuning.classifier import fine_tune, logits_of
from bertlab.finetuning.sentiment import sample
from bertlab.model.bert import BertModel
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.layerwise import freeze_lowest
from bertlab.training.low_rank import add_low_rank
from workbook.experiments import Part, run_variants
from workbook.recorded_answers import accuracy
from workbook.records import RUNS

KEPT = RUNS / "finetuning_knobs.safetensors"

STANDARD: dict[str, Any] = {
    "model": {"pooling": "pooler"},
    "training": {"epochs": 3, "batch_size": 32, "learning_rate": 1e-4, "warmup": 0.1},
    "fine_tuning": {},
    "frozen": None,  # lowest layers, with the embeddings
    "rank": None,  # of updates that replace those of the matrices
}
CONFIGURATION: dict[str, Any] = {
    "standard": STANDARD,
    "runs": {  # what differs from the standard
        "standard": {},
        "last [CLS]": {"model": {"pooling": "cls"}},
        "mean": {"model": {"pooling": "mean"}},
        "[CLS] of the last four": {"model": {"pooling": "last four"}},
        "5 dropout samples": {"model": {"pooling": "pooler", "dropout_samples": 5}},
        "valence beside": {"model": {"pooling": "pooler", "with_valence": True}},
        "features beside": {"model": {"pooling": "pooler", "num_features": 3}},
        "3 layers frozen": {"frozen": 3},
        "slower layers below": {"fine_tuning": {"layer_factor": 0.8}},
        "no warm-up": {"training": {**STANDARD["training"], "warmup": 0.0}},
        "stopped early": {
            "training": {**STANDARD["training"], "epochs": 6},
            "fine_tuning": {"patience": 1},
        },
        "low rank 16": {
            "rank": 16,
            "training": {**STANDARD["training"], "learning_rate": 1e-3},
        },
    },
    "texts": 600,
    "held_out": None,  # all
    "seeds": [0, 1, 2],
    "max_length": 64,
    "keep": True,
}
SLICE: dict[str, Any] = {
    "standard": {
        **STANDARD,
        "training": {"epochs": 1, "batch_size": 8, "learning_rate": 1e-4, "warmup": 0.1},
    },
    "runs": {
        "standard": {},
        "valence beside": {"model": {"pooling": "pooler", "with_valence": True}},
        "features beside": {"model": {"pooling": "pooler", "num_features": 3}},
        "3 layers frozen": {"frozen": 3},
    },
    "texts": 16,
    "held_out": 16,
    "seeds": [0],
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train each kind with each seed; if ``keep``, store the logits in ``KEPT``."""
    return train_all(configuration, build, KEPT)


def train_all(
    configuration: dict[str, Any],
    build: Callable[[dict[str, Any], int], PooledClassifier],
    kept: Path,
) -> dict[str, Any]:
    """Train each kind with each seed.

    Args:
        configuration: As ``CONFIGURATION``.
        build: Makes the model of a kind and a seed.
        kept: Where the logits are stored, if ``keep``.

    Returns:
        For each kind its ``trained`` parameters, and for each seed the accuracy on ``validation``
        and the ``steps`` made.
    """

    def part(name: str, seed: int) -> Part:
        kind = {**configuration["standard"], **configuration["runs"][name]}
        train_data, held_out = texts(configuration, kind, seed)
        model = build(kind, seed)
        config = train_data.config(**kind["training"], seed=seed)
        if "patience" not in kind["fine_tuning"]:  # else it is scored after each epoch
            config = replace(config, log_every=config.steps)
        trained = sum(p.numel() for p in model.parameters() if p.requires_grad)
        history = fine_tune(
            model, train_data, held_out, config, loss=PooledObjective, **kind["fine_tuning"]
        )
        logits = logits_of(model, held_out).half()
        score = round(accuracy(logits, held_out.labels), 4)
        entries = {"validation": score, "steps": history[-1]["step"], "trained": trained}
        return entries, {"logits": logits}

    runs = run_variants(configuration["runs"], configuration["seeds"], part)
    if configuration["keep"]:
        runs.keep(kept, "{variant}")
    found = runs.by_seed().items()
    return {"runs": {name: {**one, "trained": one["trained"][0]} for name, one in found}}


def texts(
    configuration: dict[str, Any], kind: dict[str, Any], seed: int
) -> tuple[NumberedTexts, NumberedTexts]:
    """Return snippets to learn from, others for each seed, and those to be scored on."""
    tokenizer, lexicon = WordPieceTokenizer.from_folder("minilm"), sentiment_lexicon()
    ratings = movie_reviews()
    chosen = (
        sample(ratings.train, configuration["texts"], seed),
        sample(ratings.validation, configuration["held_out"]),
    )
    train_data, held_out = (
        NumberedTexts(
            [r.text for r in part],
            [r.label for r in part],
            tokenizer,
            max_length=configuration["max_length"],
            valences=[r.valence for r in part],
            features=text_features(part, lexicon) if "num_features" in kind["model"] else None,
        )
        for part in chosen
    )
    return train_data, held_out


def build(kind: dict[str, Any], seed: int) -> PooledClassifier:
    """Return ``minilm`` with a fresh head, ready to be trained in one way."""
    with torch.random.fork_rng():
        torch.manual_seed(seed)
        model = PooledClassifier(BertModel.from_pretrained("minilm"), **kind["model"])
        if kind["rank"] is not None:
            add_low_rank(model.bert, kind["rank"])
    if kind["frozen"] is not None:
        freeze_lowest(model.bert, kind["frozen"])
    return model
