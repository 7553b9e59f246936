"""The precision of a run: by the hardware, and what it began with when it goes on."""

import pytest
import torch

from bertlab.kernels.linear import VARIABLE
from bertlab.training import loop, precision
from bertlab.training.precision import choose_precision, precision_of_run
from bertlab.training.state import run_parts
from tests.toy_pretraining import drawing, toy_data, toy_objective, toy_training


def test_precision_of_a_gpu(monkeypatch):
    assert [choose_precision(wanted) for wanted in ("no", "bf16", "fp16")] == ["no", "bf16", "fp16"]
    monkeypatch.setattr(torch.cuda, "is_available", lambda: True)
    for capability, expected in {(7, 5): "fp16", (8, 0): "bf16", (9, 0): "bf16"}.items():
        monkeypatch.setattr(torch.cuda, "get_device_capability", lambda found=capability: found)
        assert choose_precision("auto") == expected


@pytest.mark.parametrize(
    ("kernels", "found", "expected"),
    [
        ("auto", {"avx512_bf16": True}, "bf16"),
        ("auto", {"amx_bf16": True, "avx512_bf16": False}, "bf16"),
        ("auto", {"avx2": True}, "no"),
        ("auto", None, "no"),  # an older torch cannot tell
        ("torch", {"avx512_bf16": True}, "no"),  # fixed: in tests and when notebooks are made
    ],
)
def test_precision_of_a_processor(kernels, found, expected, monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    monkeypatch.setenv(VARIABLE, kernels)
    if found is None:
        monkeypatch.delattr(torch.cpu, "get_capabilities", raising=False)
    else:
        monkeypatch.setattr(torch.cpu, "get_capabilities", lambda: found, raising=False)
    assert choose_precision("auto") == expected


def trained(folder, steps):
    config = toy_training(4, precision="auto", save_every=1, log_every=1)
    draw = drawing(toy_data(), config)
    loop.train(toy_objective(), draw, config, folder, stop=lambda history: len(history) >= steps)


def test_a_run_goes_on_in_the_precision_it_began_with(tmp_path, monkeypatch):
    monkeypatch.setattr(precision, "choose_precision", lambda wanted: "bf16")
    trained(tmp_path, 2)
    monkeypatch.setattr(precision, "choose_precision", lambda wanted: "no")
    trained(tmp_path, 4)
    assert {part["arithmetic"]["precision"] for part in run_parts(tmp_path)} == {"bf16"}


def test_what_is_not_possible_here_is_chosen_anew(monkeypatch):
    monkeypatch.setattr(torch.cuda, "is_available", lambda: False)
    older = {"precision": "fp16", "products": {"inference": {}, "training": {}}}
    assert precision_of_run("auto", [{"arithmetic": older}]) == "no"
    assert precision_of_run("auto", [{"arithmetic": {"precision": "bf16"}}]) == "bf16"
    assert precision_of_run("no", [{"arithmetic": {"precision": "bf16"}}]) == "no"
    assert precision_of_run("bf16", [{"from_step": 1}]) == "bf16"  # an older state


@pytest.mark.parametrize("stored", [7, {}, {"precision": "fp8"}, "bf16"])
def test_an_arithmetic_that_cannot_be_read_is_refused(stored):
    with pytest.raises(ValueError, match="expected the arithmetic of a run, got"):
        precision_of_run("auto", [{"arithmetic": stored}])
