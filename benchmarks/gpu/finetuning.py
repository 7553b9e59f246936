"""Fine-tuning a published encoder: three precisions, and what saves time or memory.

Each precision trains with three seeds on all reviews and is scored on validation and test texts;
nothing is chosen by the scores. The rest is steps of one seed, with texts of any length up to 512.
"""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache, partial
from itertools import count
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy
from torch.utils.checkpoint import checkpoint

from benchmarks.gpu.machine import autocast, peak_gib, seconds_of, wait
from benchmarks.gpu.record import Measurement, Results
from bertlab.datasets import movie_reviews
from bertlab.finetuning.classifier import ClassificationObjective, accuracy_and_loss, fine_tune
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.finetuning.sentiment import LABELS, as_data, sample
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.text.wordpiece import WordPieceTokenizer
from bertlab.training.config import TrainConfig
from bertlab.training.loop import Loop

CONFIGURATION: dict[str, Any] = {
    "checkpoint": "minilm",
    "texts": None,  # all of the training part
    "held_out": None,
    "max_length": 64,
    "epochs": 2,
    "batch_size": 32,
    "learning_rate": 1e-4,
    "seeds": [0, 1, 2],
    "steps": 40,  # of those that are timed
    "padded_length": 512,
    "micro_batch_size": 8,
    "most_texts": 8192,  # where the search for the largest batch stops
    "recipe": {"texts": 4000, "batch_size": 2, "learning_rate": 1e-6, "epochs": 1},
}
SLICE: dict[str, Any] = {
    "texts": 24,
    "held_out": 8,
    "max_length": 16,
    "epochs": 1,
    "batch_size": 8,
    "seeds": [0, 1],
    "steps": 1,
    "padded_length": 32,
    "micro_batch_size": 4,
    "most_texts": 2,
    "recipe": {"texts": 4, "batch_size": 2, "learning_rate": 1e-6, "epochs": 1},
}
PRECISIONS = {"bf16": "bf16", "float32": "no", "fp16, scaled": "fp16"}


def measurements(configuration: dict[str, Any], device: torch.device) -> list[Measurement]:
    """Return what is measured: one seed of all, the steps, then the other seeds."""

    def trained(seed: int) -> list[Measurement]:
        return [
            Measurement(f"{name}, seed {seed}", 20, partial(train, configuration, name, seed))
            for name in PRECISIONS
        ]

    def steps(name: str, seconds: int = 8, **options: Any) -> Measurement:
        return Measurement(name, seconds, partial(timed_steps, configuration, **options))

    first, *others = configuration["seeds"]
    length, largest = configuration["padded_length"], partial(largest_batch, configuration, device)
    return [
        *trained(first),
        steps("steps, length buckets"),
        steps("steps, texts as they come", bucket=1),
        steps(f"steps, padded to {length}", pad_to_longest=False),
        steps(f"the same in micro-batches of {configuration['micro_batch_size']}",
              pad_to_longest=False, micro_batch_size=configuration["micro_batch_size"]),
        steps("the same with activation checkpointing", pad_to_longest=False, recompute=True),
        Measurement(f"largest batch of {length} tokens", 20, partial(largest, False)),
        Measurement("the same with activation checkpointing, largest", 30, partial(largest, True)),
        *(one for seed in others for one in trained(seed)),
        Measurement("the popular recipe", 45, partial(popular_recipe, configuration, device)),
        Measurement("ours on the recipe's texts", 10, partial(on_the_recipes_texts, configuration)),
    ]  # fmt: skip


@lru_cache
def texts(part: str, number: int | None, **options: Any) -> LabelledTexts:
    """Return reviews of a part, all or some at random, with their labels."""
    tokenizer = WordPieceTokenizer.from_folder("minilm")
    return as_data(sample(getattr(movie_reviews(), part), number), tokenizer, **options)


def fresh(configuration: dict[str, Any], seed: int) -> BertForSequenceClassification:
    """Return the published encoder with a new head."""
    torch.manual_seed(seed)
    return BertForSequenceClassification.from_pretrained(
        configuration["checkpoint"], new_heads=True, labels=LABELS
    )


def train(configuration: dict[str, Any], precision: str, seed: int) -> Results:
    """Fine-tune with one precision and one seed; score once, at the end."""
    return _fine_tuned(configuration, configuration["texts"], configuration["epochs"],
                       configuration["learning_rate"], PRECISIONS[precision], seed)  # fmt: skip


def on_the_recipes_texts(configuration: dict[str, Any]) -> Results:
    """Fine-tune as above on as few texts as the recipe, as often."""
    recipe = configuration["recipe"]
    rate = configuration["learning_rate"]
    return _fine_tuned(configuration, recipe["texts"], recipe["epochs"], rate, "bf16", 0)


def _fine_tuned(
    configuration: dict[str, Any],
    number: int | None,
    epochs: int,
    rate: float,
    precision: str,
    seed: int,
) -> Results:
    options = {"max_length": configuration["max_length"]}
    data = texts("train", number, **options)
    held_out = texts("validation", configuration["held_out"], **options)
    model, size = fresh(configuration, seed), configuration["batch_size"]
    settings = {"learning_rate": rate, "precision": precision, "seed": seed}
    config = data.config(epochs, size, **settings)
    config = TrainConfig(**{**vars(config), "log_every": config.steps})  # it is scored once
    last = fine_tune(model, data, held_out, config)[-1]
    test = accuracy_and_loss(model, texts("test", configuration["held_out"], **options))
    return {
        "validation accuracy": last["validation_accuracy"],
        "test accuracy": test["accuracy"],
        "seconds": last["seconds"],
        "texts a second": len(data) * epochs / max(last["seconds"], 0.1),
        "GiB": peak_gib(),
    }


def timed_steps(
    configuration: dict[str, Any],
    recompute: bool = False,
    micro_batch_size: int | None = None,
    **options: Any,
) -> Results:
    """Time steps of the loop in bf16, the making of batches included.

    Args:
        configuration: As ``CONFIGURATION``.
        recompute: Whether layers keep their inputs alone; see ``recomputed``.
        micro_batch_size: As in ``TrainConfig``.
        options: As for ``LabelledTexts``.
    """
    options["max_length"] = configuration["padded_length"]
    data, model = texts("train", configuration["texts"], **options), fresh(configuration, 0)
    config = TrainConfig(
        steps=10**6,
        batch_size=configuration["batch_size"],
        micro_batch_size=micro_batch_size,
        precision="bf16",
    )
    loop, draw = Loop(ClassificationObjective(model), config, None), data.batch_sampler(config)
    with recomputed(model, recompute):
        seconds = seconds_of(lambda: loop.update(draw), configuration["steps"])
    return {"texts a second": config.batch_size / seconds, "GiB": peak_gib()}


@contextmanager
def recomputed(model: BertForSequenceClassification, recompute: bool = True) -> Iterator[None]:
    """Checkpoint activations: keep each layer's input, and recompute the rest in the backward pass.

    Source: Chen et al. 2016, Training Deep Nets with Sublinear Memory Cost.
    """
    layers = list(model.bert.encoder.layers) if recompute else []
    for layer in layers:
        layer.forward = partial(checkpoint, layer.forward, use_reentrant=False)
    try:
        yield
    finally:
        for layer in layers:
            del layer.forward


def largest_batch(configuration: dict[str, Any], device: torch.device, recompute: bool) -> Results:
    """Find how many texts go through forward and backward at once in bf16: a power of 2."""
    model = fresh(configuration, 0).to(device).train()
    length, found = configuration["padded_length"], dict[str, Any](texts=0)

    def both_ways(number: int) -> Tensor:
        ids = torch.ones(number, length, dtype=torch.int64, device=device)
        with autocast(device, "bf16"):
            loss = cross_entropy(model(ids), ids[:, 0])
        loss.backward()
        return loss

    with recomputed(model, recompute):
        for number in (2**n for n in count()):
            try:
                both_ways(number)
                wait()
            except torch.OutOfMemoryError:
                break
            found = {"texts": number, "GiB": peak_gib()}
            if number >= configuration["most_texts"]:
                break
    return found


def popular_recipe(configuration: dict[str, Any], device: torch.device) -> Results:
    """Fine-tune as tutorials do: two texts an update, Adam at 1e-6, all padded to 512, float32."""
    recipe, length = configuration["recipe"], configuration["padded_length"]
    data = texts("train", recipe["texts"], max_length=length, pad_to_longest=False)
    model = fresh(configuration, 0).to(device).train()
    optimizer = torch.optim.Adam(model.parameters(), lr=recipe["learning_rate"])
    began = time.perf_counter()
    for epoch in range(recipe["epochs"]):
        for places in data.epoch(epoch, recipe["batch_size"]):
            batch = data.batch(places).to(device)
            loss = cross_entropy(model(*batch.inputs), batch.labels)
            optimizer.zero_grad()
            loss.backward()
            optimizer.step()
            loss.item()  # it prints it
    seconds = time.perf_counter() - began
    options = {"max_length": configuration["max_length"]}
    scores = {
        f"{part} accuracy": accuracy_and_loss(
            model, texts(part, configuration["held_out"], **options)
        )["accuracy"]
        for part in ("validation", "test")
    }
    speed = len(data) * recipe["epochs"] / seconds
    return {**scores, "seconds": seconds, "texts a second": speed, "GiB": peak_gib()}
