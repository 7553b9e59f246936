"""Throughput: operations counted by hand and by torch, cards by name, rows as lines."""

import pytest
import torch
from torch.utils.flop_counter import FlopCounterMode

from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForSequenceClassification
from lessons.l09_finetuning import throughput

SMALL = BertConfig(
    vocab_size=11,
    hidden_size=6,
    num_layers=2,
    num_heads=2,
    intermediate_size=10,
    max_positions=8,
)
ROW = {
    "hardware": {"gpu": "Tesla T4"},
    "precision": "fp16",
    "texts": 32,
    "length": 128,
    "texts_per_second": 101.4,
    "peak_bytes": 3 * 2**30,
    "share_of_peak": 0.3149,
}


def test_operations_by_hand():
    # 2 layers, 3 texts of 5 tokens: maps 2 (4*36 + 2*60) = 528 a token, scores and contexts 4*5*6
    # left out: 3 texts of 4 tokens that are not [CLS], 2*60 each
    assert throughput.training_operations(SMALL, 3, 5) == 3 * 2 * (3 * 5 * (528 + 120) - 1440)


def test_operations_are_those_that_torch_counts():
    model, batch = BertForSequenceClassification(SMALL), throughput.random_batch(SMALL, 3, 5)
    with FlopCounterMode(display=False) as counter:
        model(*batch.inputs)
    head_and_pooler = 2 * 3 * (6 * 6 + 6 * 2)
    forward = throughput.training_operations(SMALL, 3, 5) // 3
    assert counter.get_total_flops() == forward + head_and_pooler


@pytest.mark.parametrize(
    ("card", "precision", "peak"),
    [
        ("Tesla T4", "fp16", 65e12),
        ("NVIDIA A100-SXM4-40GB", "bf16", 312e12),
        ("NVIDIA L4", "bf16", 121e12),
        ("NVIDIA H100 80GB HBM3", "no", 67e12),
        ("Tesla T4", "bf16", None),
        ("Card of tomorrow", "bf16", None),
        (None, "no", None),
    ],
)
def test_peaks_of_cards(card, precision, peak):
    assert throughput.card_peak(card, precision) == peak


def test_measuring_gives_what_a_processor_has():
    model, batch = BertForSequenceClassification(SMALL), throughput.random_batch(SMALL, 3, 5)
    found = throughput.measure(model, batch, steps=2, precision="no")
    assert found.texts_per_second > 0
    assert found.tokens_per_second == pytest.approx(5 * found.texts_per_second)
    if not torch.cuda.is_available():
        assert (found.peak_bytes, found.share_of_peak) == (None, None)
    with pytest.raises(ValueError, match="steps must be at least 1, got 0"):
        throughput.measure(model, batch, steps=0)


def test_the_share_of_a_known_peak(monkeypatch):
    monkeypatch.setattr(throughput, "card_peak", lambda card, precision: 1e9)
    model, batch = BertForSequenceClassification(SMALL), throughput.random_batch(SMALL, 3, 5)
    found = throughput.measure(model, batch, steps=2, precision="no")
    rate = throughput.training_operations(SMALL, 3, 5) * found.texts_per_second / 3
    assert found.share_of_peak == pytest.approx(rate / 1e9)


def test_no_card_is_said(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    with pytest.raises(RuntimeError, match="expected a CUDA card"):
        throughput.measure_card()


def test_a_row_as_a_line():
    first = throughput.line(ROW)
    assert first == "Tesla T4, fp16, 32 x 128: 101 texts/s, 3.0 GiB, 31% of the GPU's peak"
    assert throughput.line({**ROW, "share_of_peak": None}).endswith("peak unknown")
