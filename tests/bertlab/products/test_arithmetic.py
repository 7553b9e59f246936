"""Arithmetic: what a machine computes with, and that a run goes on with what it began with."""

import json

import pytest
import torch

from bertlab.products import arithmetic as room
from bertlab.products import choice
from bertlab.products.arithmetic import Arithmetic, arithmetic, bf16_pays, choose_precision
from bertlab.products.choice import TORCH, Choice
from bertlab.training.loop import train
from bertlab.training.state import made_with
from tests.toy_pretraining import drawing, toy_data, toy_objective, toy_training

BY_CONVOLUTION = Choice({0: "convolution"}, {0: "convolution"})


def test_precision_of_a_card(monkeypatch):
    assert [choose_precision(wanted) for wanted in ("no", "bf16", "fp16")] == ["no", "bf16", "fp16"]
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    for capability, expected in {(7, 5): "fp16", (8, 0): "bf16", (9, 0): "bf16"}.items():
        monkeypatch.setattr(torch.cuda, "get_device_capability", lambda found=capability: found)
        assert choose_precision("auto") == expected


@pytest.mark.parametrize(("seconds", "expected"), [((1.0, 0.5), "bf16"), ((1.0, 0.9), "no")])
def test_precision_of_a_processor_is_measured(monkeypatch, seconds, expected):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    taken = dict(zip(("no", "bf16"), seconds, strict=True))
    monkeypatch.setattr(room, "_seconds", lambda layers, hidden, precision: taken[precision])
    bf16_pays.cache_clear()
    with choice.using(BY_CONVOLUTION):
        assert choose_precision("auto") == expected
    with choice.using("torch"):  # fixed: in tests and when notebooks are made
        assert choose_precision("auto") == "no"
    bf16_pays.cache_clear()


def test_a_measurement_leaves_nothing_behind():
    bf16_pays.cache_clear()
    before = torch.get_rng_state()
    with choice.using(BY_CONVOLUTION):
        assert bf16_pays() in (True, False)
    assert torch.get_rng_state().equal(before) and not torch.is_autocast_enabled("cpu")
    bf16_pays.cache_clear()


def trained(folder, steps, products, precision="auto"):
    config = toy_training(4, precision=precision, save_every=1, log_every=1)
    objective = toy_objective()
    with choice.using(products):
        draw = drawing(toy_data(), config)
        train(objective, draw, config, folder, stop=lambda history: len(history) >= steps)
    return [parameter.detach().clone() for parameter in objective.parameters()]


def test_a_run_goes_on_with_the_products_it_began_with(tmp_path):
    whole = trained(tmp_path / "whole", 4, BY_CONVOLUTION, "no")
    trained(tmp_path / "parts", 2, BY_CONVOLUTION, "no")
    parts = trained(tmp_path / "parts", 4, TORCH, "no")  # another machine chooses otherwise
    assert all(a.equal(b) for a, b in zip(whole, parts, strict=True))
    stored = [part["arithmetic"] for part in made_with(tmp_path / "parts")]
    assert all(entry["products"] == BY_CONVOLUTION.as_json() for entry in stored)


def test_a_run_goes_on_in_the_precision_it_began_with(tmp_path, monkeypatch):
    monkeypatch.setattr(room, "choose_precision", lambda wanted: "bf16")
    trained(tmp_path, 2, TORCH)
    monkeypatch.setattr(room, "choose_precision", lambda wanted: "no")
    trained(tmp_path, 4, TORCH)
    assert {part["arithmetic"]["precision"] for part in made_with(tmp_path)} == {"bf16"}


def test_what_is_not_possible_here_is_chosen_anew(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    part = {"arithmetic": Arithmetic("fp16", BY_CONVOLUTION).as_json()}
    with choice.using("torch"):
        assert arithmetic("auto", [part]) == Arithmetic("no", BY_CONVOLUTION)
        monkeypatch.setattr(room, "is_available", lambda products: False)
        assert arithmetic("auto", [part]) == Arithmetic("no", TORCH)
        assert arithmetic("bf16", [{"from_step": 1}]) == Arithmetic("bf16", TORCH)  # an older state


@pytest.mark.parametrize(
    "stored",
    [
        7,
        {"precision": "no"},
        {"precision": "fp8", "products": TORCH.as_json()},
        {"precision": "no", "products": {"inference": {"0": "abacus"}, "training": {}}},
    ],
)
def test_an_arithmetic_that_cannot_be_read_is_refused(stored):
    with pytest.raises(ValueError, match="expected the arithmetic of a run, got"):
        arithmetic("auto", [{"arithmetic": stored}])


def test_it_is_stored_as_json():
    kept = json.loads(json.dumps(Arithmetic("no", BY_CONVOLUTION).as_json()))
    assert arithmetic("no", [{"arithmetic": kept}]) == Arithmetic("no", BY_CONVOLUTION)
