"""How fast a machine fine-tunes: texts a second, memory, and the share of what the card could do.

``measure_card`` measures a model of the size of BERT base on the GPU of whoever reads the lesson;
``make gpu`` measures more, and keeps it.
"""

from lessons.l09_finetuning.flawed_recipe import multiply_adds

import time
from dataclasses import dataclass
from typing import Any

import torch

from bertlab.finetuning.classifier import ClassificationObjective, Classifier
from bertlab.finetuning.labelled_texts import LabelledBatch
from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.training.config import TrainConfig
from bertlab.training.loop import train
from bertlab.training.precision import choose_precision
from bertlab.training.provenance import hardware

# Dense peaks in operations a second, from the makers' data sheets: part of the name -> precision.
PEAKS: dict[str, dict[str, float]] = {
    "T4": {"fp16": 65e12, "no": 8.1e12},
    "V100": {"fp16": 125e12, "no": 15.7e12},
    "L4": {"bf16": 121e12, "fp16": 121e12, "no": 30.3e12},
    "A100": {"bf16": 312e12, "fp16": 312e12, "no": 19.5e12},
    "H100": {"bf16": 989e12, "fp16": 989e12, "no": 67e12},
    "H200": {"bf16": 989e12, "fp16": 989e12, "no": 67e12},
}


@dataclass(frozen=True)
class Throughput:
    """What was measured.

    Attributes:
        texts_per_second: Of training: forward, backward, update.
        tokens_per_second: The same in tokens, padding included.
        peak_bytes: Most memory of the card in use; None on a processor.
        share_of_peak: Operations a second as a share of the card's peak; None if that is unknown.
    """

    texts_per_second: float
    tokens_per_second: float
    peak_bytes: int | None
    share_of_peak: float | None


def training_operations(config: BertConfig, num_texts: int, length: int) -> int:
    """Count the additions and multiplications of matrix products in a step of fine-tuning.

    Backward takes twice as many as forward. The last layer's feed-forward network runs at [CLS]
    alone. Embeddings, head and LayerNorm hardly count.

    Args:
        config: The encoder's sizes.
        num_texts: B.
        length: T, padding included.
    """
    left_out = num_texts * (length - 1) * 2 * config.hidden_size * config.intermediate_size
    return 3 * 2 * (multiply_adds(config, [(num_texts, length)]) - left_out)


def card_peak(card: str | None, precision: str) -> float | None:
    """Return a card's peak in operations a second; None if it is not in ``PEAKS``."""
    words = (card or "").replace("-", " ").split()
    found = [
        peaks[precision] for name, peaks in PEAKS.items() if name in words and precision in peaks
    ]
    return found[0] if found else None


def measure(
    model: Classifier, batch: LabelledBatch, steps: int = 20, precision: str = "auto"
) -> Throughput:
    """Fine-tune on one batch again and again, and take the time of the steps after the first.

    Args:
        model: Its weights are changed.
        batch: What each step learns from.
        steps: Timed steps; as many come before them, to warm up.
        precision: As in ``TrainConfig``.

    Raises:
        ValueError: If there is less than one step.
    """
    if steps < 1:
        raise ValueError(f"steps must be at least 1, got {steps}")
    cuda, marks = torch.cuda.is_available(), list[float]()

    def mark(step: int) -> dict[str, float]:
        if cuda:
            torch.cuda.synchronize()
        marks.append(time.perf_counter())
        return {}

    B, T = batch.input_ids.shape
    if cuda:
        torch.cuda.reset_peak_memory_stats()
    config = TrainConfig(
        steps=2 * steps, batch_size=B, learning_rate=1e-5, log_every=steps, precision=precision
    )
    train(ClassificationObjective(model), lambda *_: [batch], config, evaluate=mark)
    seconds = (marks[1] - marks[0]) / steps
    peak = card_peak(hardware()["gpu"], choose_precision(precision))
    return Throughput(
        texts_per_second=B / seconds,
        tokens_per_second=B * T / seconds,
        peak_bytes=torch.cuda.max_memory_allocated() if cuda else None,
        share_of_peak=peak and training_operations(model.bert.config, B, T) / seconds / peak,
    )


def random_batch(config: BertConfig, num_texts: int, length: int) -> LabelledBatch:
    """Return texts of random pieces, all of one length, with random labels."""
    generator = torch.Generator().manual_seed(0)
    ids = torch.randint(config.vocab_size, (num_texts, length), generator=generator)
    labels = torch.randint(2, (num_texts,), generator=generator)
    return LabelledBatch(ids, torch.zeros_like(ids), torch.ones_like(ids), labels)


def measure_card(num_texts: int = 32, length: int = 128, precision: str = "auto") -> dict[str, Any]:
    """Return what BERT base, with fresh weights, reaches on this machine's card.

    Raises:
        RuntimeError: If there is no CUDA card.
    """
    if not torch.cuda.is_available():
        raise RuntimeError("expected a CUDA card, got none: there is nothing to measure here")
    model = BertForSequenceClassification(BertConfig.preset("base"))
    found = measure(model, random_batch(model.config, num_texts, length), precision=precision)
    return {
        "hardware": hardware(),
        "texts": num_texts,
        "length": length,
        "precision": choose_precision(precision),
        **vars(found),
    }


def line(row: dict[str, Any]) -> str:
    """Return what ``measure_card`` found as a line of text."""
    share = row["share_of_peak"]
    return (
        f"{row['hardware']['gpu']}, {row['precision']}, {row['texts']} x {row['length']}:"
        f" {row['texts_per_second']:.0f} texts/s, {row['peak_bytes'] / 2**30:.1f} GiB, "
        + ("peak unknown" if share is None else f"{share:.0%} of the GPU's peak")
    )
