"""A popular recipe with five flaws: as printed, with all mended, and with each flaw alone.

A flaw is measured alone in the mended recipe. Mended one after another from the printed recipe
they would hide one another: at a rate of 1e-6 hardly anything moves, whatever else is mended.

400 snippets of movie reviews and three epochs for each; the same snippets, batches and fresh
weights for all kinds of a seed; scored on validation. Two flaws do not change what is learned.
Padding costs, so its tokens are counted, and the printed loss is turned back. Batches are those of
length buckets everywhere. Budget: about 15 minutes of one core.
"""

from lessons.l09_finetuning.flawed_recipe import (
    follow,
    multiply_adds,
    recipe_model,
    silent_shares,
    widths,
)

import time
from functools import partial
from typing import Any

import torch
from torch import Tensor

from bertlab.datasets import movie_reviews
from bertlab.finetuning.classifier import logits_of
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.finetuning.sentiment import as_data, sample
from bertlab.text.wordpiece import WordPieceTokenizer
from workbook.experiments import Part, one_thread, run_variants
from workbook.recorded_answers import accuracy
from workbook.records import RUNS

KEPT = RUNS / "finetuning_clinic.safetensors"

MENDED: dict[str, Any] = {"rectified": False, "batch_size": 32, "learning_rate": 1e-4}
CONFIGURATION: dict[str, Any] = {
    "mended": MENDED,
    "kinds": {  # what differs from the mended recipe
        "as printed": {"rectified": True, "batch_size": 2, "learning_rate": 1e-6},
        "mended": {},
        "ReLU alone": {"rectified": True},
        "batches of 2 alone": {"batch_size": 2},
        "rate of 1e-6 alone": {"learning_rate": 1e-6},
    },
    "texts": 400,
    "held_out": 500,
    "epochs": 3,
    "seeds": [0, 1, 2],
    "max_length": 64,
    "padded_texts": None,  # whose padding is counted, all training snippets
    "heads": 400,  # fresh ones, of which it is asked how many texts a ReLU silences
    "keep": True,
}
SLICE: dict[str, Any] = {
    "mended": {**MENDED, "batch_size": 8},
    "kinds": {"as printed": CONFIGURATION["kinds"]["as printed"], "mended": {}},
    "texts": 8,
    "held_out": 8,
    "epochs": 1,
    "seeds": [0],
    "padded_texts": 100,
    "heads": 10,
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train each kind with each seed, on one thread; count padding and silent heads.

    Returns:
        ``kinds``: for each, by seeds, the accuracy on ``validation``, the share of its texts that
        are ``silent`` (all logits 0), a ``history`` and ``seconds`` of the processor. ``padding``
        and ``silent_heads``: as the functions of these names return them. If ``keep``, the logits
        are stored in ``KEPT``.
    """
    kinds, seeds = configuration["kinds"], configuration["seeds"]
    runs = run_variants(kinds, seeds, partial(trained, configuration))
    if configuration["keep"]:
        runs.keep(KEPT, "{variant}")
    with one_thread():
        counts = {"padding": padding(configuration), "silent_heads": silent_heads(configuration)}
    return {"kinds": runs.by_seed(), **counts}


def trained(configuration: dict[str, Any], kind: str, seed: int) -> Part:
    """Follow a recipe with one seed; return its scores and its logits of the validation texts."""
    recipe = {**configuration["mended"], **configuration["kinds"][kind]}
    train_data = snippets(configuration, "train", configuration["texts"], seed)
    held_out = snippets(configuration, "validation", configuration["held_out"])
    model = recipe_model(recipe["rectified"], seed)
    began = time.process_time()
    history = follow(
        model,
        train_data,
        recipe["batch_size"],
        recipe["learning_rate"],
        configuration["epochs"],
        seed,
    )
    seconds = time.process_time() - began
    logits = logits_of(model, held_out).half()
    scores = {
        "validation": round(accuracy(logits, held_out.labels), 4),
        "silent": round(silent_share(logits), 4),
        "history": [{name: round(value, 5) for name, value in line.items()} for line in history],
        "seconds": round(seconds, 1),
    }
    return scores, {"logits": logits}


def silent_share(logits: Tensor) -> float:
    """Return the share of texts whose logits are all 0: behind a ReLU they give no gradient."""
    return (logits == 0).all(dim=1).float().mean().item()


def snippets(
    configuration: dict[str, Any], part: str, number: int | None, seed: int = 0, **options: Any
) -> LabelledTexts:
    """Return some snippets of a part, encoded; options as for ``LabelledTexts``."""
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    chosen = sample(getattr(movie_reviews(), part), number, seed)
    return as_data(chosen, tokenizer, **{"max_length": configuration["max_length"], **options})


def padding(configuration: dict[str, Any]) -> dict[str, Any]:
    """Count what an epoch costs, padded in three ways; and compare the logits of some texts.

    Returns:
        ``texts`` and their ``tokens``; for each way of padding ``padded`` tokens and
        ``multiply_adds`` of the encoder; ``difference``: the largest between the logits of eight
        texts padded to 512 and to the longest of them.
    """
    part, number = "train", configuration["padded_texts"]
    model, size = recipe_model(False, seed=0), configuration["mended"]["batch_size"]
    bucketed = snippets(configuration, part, number)
    shuffled = snippets(configuration, part, number, bucket=1)
    longest = model.config.max_positions
    padded = snippets(configuration, part, number, max_length=longest, pad_to_longest=False)
    ways = {
        "padded to 512": widths(padded.lengths, shuffled.epoch(0, size), longest),
        "longest in batch": widths(shuffled.lengths, shuffled.epoch(0, size)),
        "length buckets": widths(bucketed.lengths, bucketed.epoch(0, size)),
    }
    with torch.no_grad():
        short, long = (model(*data.batch(range(8)).inputs) for data in (bucketed, padded))
    return {
        "texts": len(bucketed),
        "tokens": int(bucketed.lengths.sum()),
        "padded": {name: sum(n * width for n, width in batches) for name, batches in ways.items()},
        "multiply_adds": {name: multiply_adds(model.config, way) for name, way in ways.items()},
        "difference": (short - long).abs().max().item(),
    }


@torch.no_grad()
def silent_heads(configuration: dict[str, Any], number: int = 200) -> dict[str, Any]:
    """Return, for 2 and for 5 classes, which share of texts each of many fresh heads silences."""
    number = min(number, configuration["held_out"])
    data = snippets(configuration, "validation", number)
    model = recipe_model(True, seed=0)
    batches = [data.batch(places) for places in data.in_order_of_length(50)]
    pooled = torch.cat([model.bert(*batch.inputs).pooled for batch in batches])
    std = model.config.initializer_range
    return {
        str(classes): [
            round(share, 3) for share in silent_shares(pooled, classes, configuration["heads"], std)
        ]
        for classes in (2, 5)
    }
