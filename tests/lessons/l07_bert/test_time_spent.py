"""Where the time goes: shares that sum to 1, each operator under its kind."""

import itertools
import time

import pytest
import torch
from torch import nn

from bertlab.model.bert import BertModel
from bertlab.model.config import BertConfig
from bertlab.products import choice, ways
from lessons.l07_bert import time_spent

IDS = torch.ones(2, 8, dtype=torch.int64)


@pytest.fixture(scope="module")
def model():
    config = BertConfig(vocab_size=20, hidden_size=64, num_layers=2, num_heads=2)
    return BertModel(config).eval()


@pytest.mark.parametrize("way", list(choice.available(ways.INFERENCE)))
def test_shares_sum_to_one_and_no_kind_is_empty(model, way):
    with choice.using(choice.Choice({0: way}, {})):
        shares = time_spent.shares_of_time(model, IDS)
    assert sum(shares.values()) == pytest.approx(1)
    fused = {"GELU"} if way == "onednn" else set()  # done on the way, within the product
    assert {kind for kind, share in shares.items() if share == 0} == fused


def test_shares_are_those_of_the_seconds(model, monkeypatch):
    """By a clock on which each call takes one second: two LayerNorms a layer and one below all."""
    ticks = itertools.count()
    monkeypatch.setattr(time, "perf_counter", lambda: next(ticks))
    with choice.using("torch"):
        shares = time_spent.shares_of_time(model, IDS)
    calls = {kind: share / shares["GELU"] * 2 for kind, share in shares.items()}  # of two layers
    assert calls["attention: scores and weighted sums"] == pytest.approx(2)
    assert calls["LayerNorm"] == pytest.approx(5)
    assert calls["linear maps"] == pytest.approx(2 * 4 + 1)  # Q, K, V as one; pooler


def test_functions_have_kinds():
    kinds = {
        "linear": "linear maps",
        "conv2d": "linear maps",
        "_linear_pointwise": "linear maps",
        "scaled_dot_product_attention": "attention: scores and weighted sums",
        "layer_norm": "LayerNorm",
        "gelu": "GELU",
        "add": time_spent.REST,
        "embedding": time_spent.REST,
    }
    assert {name: time_spent.kind_of(name) for name in kinds} == kinds


def test_seconds_go_to_the_kind_of_what_ran(monkeypatch):
    ticks, clock = iter([0, 3, 10, 11, 20, 25]), time_spent.Clock()
    monkeypatch.setattr(time, "perf_counter", lambda: next(ticks))
    for function in (nn.functional.gelu, torch.add, torch.add):
        inputs = (torch.ones(2),) * (1 if function is nn.functional.gelu else 2)
        assert clock.__torch_function__(function, (), inputs).equal(function(*inputs))
    assert clock.seconds["GELU"] == 3 and clock.seconds[time_spent.REST] == 6
