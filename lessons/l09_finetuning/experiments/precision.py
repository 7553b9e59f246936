"""Fine-tuning in bf16 beside float32 on a processor: how much faster, and does it cost accuracy?

The same snippets, batches and fresh heads for both in each seed; scored on validation. What bf16
gains depends on the processor: one with instructions for it multiplies much faster, others do not
(the record names the instructions). Budget: about 10 minutes of two cores.
"""

import time
from functools import partial
from typing import Any

import torch

from bertlab.datasets import movie_reviews
from bertlab.finetuning.classifier import ClassificationObjective, logits_of
from bertlab.finetuning.sentiment import as_data, sample
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.loop import train
from workbook.experiments import Part, run_variants
from workbook.recorded_answers import accuracy
from workbook.records import RUNS

KEPT = RUNS / "precision.safetensors"

CONFIGURATION: dict[str, Any] = {
    "precisions": ["no", "bf16"],
    "texts": 4000,
    "held_out": 1000,
    "epochs": 2,
    "batch_size": 32,
    "learning_rate": 1e-4,
    "seeds": [0, 1, 2],
    "max_length": 64,
    "keep": True,
}
SLICE: dict[str, Any] = {"texts": 8, "held_out": 8, "epochs": 1, "seeds": [0], "keep": False}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Fine-tune in each precision with each seed, by turns.

    Returns:
        For each precision, by seeds: ``validation`` (accuracy) and ``seconds`` of training. If
        ``keep``, the logits are stored in ``KEPT``.
    """
    precisions, seeds = configuration["precisions"], configuration["seeds"]
    runs = run_variants(precisions, seeds, partial(trained, configuration))
    if configuration["keep"]:
        runs.keep(KEPT, "{variant}")
    return runs.by_seed()


def trained(configuration: dict[str, Any], precision: str, seed: int) -> Part:
    """Fine-tune once; return the scores, and the logits of the validation snippets."""
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    parts = movie_reviews()
    length = configuration["max_length"]
    chosen = sample(parts.train, configuration["texts"], seed)
    train_data = as_data(chosen, tokenizer, max_length=length)
    held_out = as_data(
        sample(parts.validation, configuration["held_out"]), tokenizer, max_length=length
    )
    torch.manual_seed(seed)
    model = BertForSequenceClassification.from_pretrained("minilm", new_heads=True)
    config = train_data.config(
        configuration["epochs"],
        configuration["batch_size"],
        learning_rate=configuration["learning_rate"],
        seed=seed,
        precision=precision,
    )
    began = time.perf_counter()
    train(ClassificationObjective(model), train_data.batch_sampler(config), config)
    seconds = time.perf_counter() - began
    logits = logits_of(model, held_out).half()
    scores = {
        "validation": round(accuracy(logits, held_out.labels), 4),
        "seconds": round(seconds, 1),
    }
    return scores, {"logits": logits}
