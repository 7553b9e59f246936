"""A translator of numbers: it learns from some, and is scored on numbers that it has never seen.

In half of the examples some English words are hidden, so that explanations ask for nothing that
training has not shown. Sizes and rate are the first ones tried. Budget: five minutes of one core.
"""

from lessons.l12_explanations.number_words import english, french, splits
from lessons.l12_explanations.translation import MASK, PAD, Translator, encode, small_network

from typing import Any, NamedTuple

import numpy as np
import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from bertlab.model.pretrained import CHECKPOINTS
from bertlab.training.config import TrainConfig
from bertlab.training.loop import Objective, train
from workbook.experiments import one_thread

FOLDER = CHECKPOINTS / "number-translator"

CONFIGURATION: dict[str, Any] = {
    "train": 3000,
    "validation": 500,
    "network": {"hidden_size": 64, "num_layers": 2, "num_heads": 4},
    "training": {"steps": 4000, "batch_size": 64, "learning_rate": 2e-3, "warmup": 0.1},
    "log_every": 500,
    "seed": 0,
    "hidden": 0.5,  # share of the examples in which words are hidden
    "scored": None,  # test numbers, all
    "keep": True,
}
SLICE: dict[str, Any] = {
    "network": {"hidden_size": 8, "num_layers": 1, "num_heads": 2},
    "training": {"steps": 4, "batch_size": 8, "learning_rate": 2e-3, "warmup": 0.1},
    "log_every": 2,
    "scored": 20,
    "keep": False,
}


class NumberBatch(NamedTuple):
    """English and French words of some numbers, padded."""

    source: Tensor
    target: Tensor

    def to(self, device: torch.device | str) -> "NumberBatch":
        """Move both to a device."""
        return NumberBatch(self.source.to(device), self.target.to(device))


class TranslationObjective(Objective):
    """Cross-entropy of the French words, each given those before it."""

    def __init__(self, network: torch.nn.Module) -> None:
        super().__init__()
        self.model = network

    def counts(self, batch: NumberBatch) -> dict[str, int]:
        """Return the number of French words, with the ends."""
        return {"translation": int((batch.target != PAD).sum())}

    def forward(self, batch: NumberBatch) -> dict[str, Tensor]:
        """Return the sum over a batch, in nats."""
        start = torch.full_like(batch.target[:, :1], PAD)
        logits = self.model(
            batch.source,
            attention_mask=batch.source != PAD,
            decoder_input_ids=torch.cat([start, batch.target[:, :-1]], dim=1),
        ).logits
        loss = cross_entropy(
            logits.flatten(0, 1), batch.target.flatten(), ignore_index=PAD, reduction="sum"
        )
        return {"translation": loss}


def draw_batch(numbers: tuple[int, ...], step: int, configuration: dict[str, Any]) -> NumberBatch:
    """Draw numbers for a step; in a share of them each word is hidden by a chance of its own."""
    generator = np.random.default_rng([configuration["seed"], step])
    size = configuration["training"]["batch_size"]
    chosen = [numbers[i] for i in generator.integers(0, len(numbers), size)]
    source = encode([english(number) for number in chosen])
    chance = np.where(generator.random(size) < configuration["hidden"], generator.random(size), 0.0)
    hidden = torch.from_numpy(generator.random(source.shape) < chance[:, None])
    return NumberBatch(
        torch.where(hidden & (source > MASK), MASK, source),
        encode([french(number) for number in chosen]),
    )


def exact_matches(translator: Translator, numbers: tuple[int, ...]) -> float:
    """Return the share of numbers whose translation is right to the last word."""
    found = translator.translate([english(number) for number in numbers])
    return float(np.mean([text == french(n) for text, n in zip(found, numbers, strict=True)]))


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train a translator, on one thread.

    Returns:
        ``parameters``; ``history`` with the share of validation numbers translated right; ``test``:
        that of test numbers, with the weights in half precision if they were kept in ``FOLDER``.
    """
    with one_thread():
        parts = splits(configuration["train"], configuration["validation"])
        with torch.random.fork_rng():
            torch.manual_seed(configuration["seed"])
            network = small_network(**configuration["network"])
        translator = Translator(network)
        config = TrainConfig(
            **configuration["training"],
            seed=configuration["seed"],
            log_every=configuration["log_every"],
            precision="no",
        )
        history = train(
            TranslationObjective(network),
            lambda step, *_: [draw_batch(parts.train, step, configuration)],
            config,
            evaluate=lambda step: {"validation": exact_matches(translator, parts.validation)},
        )
        if configuration["keep"]:
            translator.save(FOLDER)
            translator = Translator.from_pretrained(FOLDER)
        found = {"test": round(exact_matches(translator, parts.test[: configuration["scored"]]), 4)}
    names = ("step", "loss", "validation", "seconds")
    return {
        "parameters": sum(parameter.numel() for parameter in network.parameters()),
        "history": [{name: round(line[name], 4) for name in names} for line in history],
        **found,
    }
