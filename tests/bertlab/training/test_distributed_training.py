"""Two processes (gloo, on this machine) train what one process trains."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors.torch import load_file

from bertlab.training import loop as training
from bertlab.training.config import TrainConfig
from tests.toy_pretraining import toy_objective, toy_training
from tests.training_worker import SHARED, STEPS, shared_run

ROOT = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Where two processes, started as a user would start them, have left their results."""
    folder = tmp_path_factory.mktemp("shared")
    command = [sys.executable, "-m", "torch.distributed.run", "--standalone", "--nproc_per_node=2"]
    done = subprocess.run(
        [*command, "-m", "tests.training_worker", "share", str(folder)],
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    assert "Warning" not in done.stderr, done.stderr[-3000:]
    return folder


@pytest.mark.parametrize("name", SHARED)
def test_losses_and_weights_are_those_of_one_process(folder, name):
    history, weights = shared_run(name)
    assert len(history) == STEPS
    for rank in (0, 1):
        lines = json.loads((folder / f"{name}-{rank}.json").read_text())
        for line, expected in zip(lines, history, strict=True):
            assert {**line, "seconds": 0} == pytest.approx({**expected, "seconds": 0}, rel=1e-6)
        found = load_file(folder / f"{name}-{rank}.safetensors")
        for key, tensor in weights.items():
            assert (tensor - found[key]).abs().max() <= 1e-9, key


@pytest.mark.parametrize("name", SHARED)
def test_one_process_goes_on_where_two_ended(folder, name):
    history, weights = shared_run(name, folder / name)
    assert history == json.loads((folder / f"{name}-0.json").read_text())
    shared = load_file(folder / f"{name}-0.safetensors")
    assert all(torch.equal(weights[key], shared[key]) for key in weights)


def test_each_process_had_its_share(folder):
    """Two runs side by side, each of the whole batch, would give the right numbers as well."""
    for rank in (0, 1):
        drawn = json.loads((folder / f"drawn-{rank}.json").read_text())
        assert drawn == [[step, rank, 2] for _ in SHARED for step in range(STEPS)]


def test_the_weights_have_moved(folder):
    fresh = toy_objective(dtype=torch.float64).state_dict()
    found = load_file(folder / "plain-0.safetensors")
    assert all((fresh[key] != found[key]).any() for key in fresh)


@pytest.mark.parametrize("first", [True, False])
def test_only_the_first_process_shows_a_bar(monkeypatch, first):
    monkeypatch.delenv("TQDM_DISABLE", raising=False)
    loop = training.Loop(toy_objective(), toy_training(3), None)
    monkeypatch.setattr(type(loop.accelerator), "is_main_process", first)
    with loop.bar() as bar:
        assert bar.disable is not first


def test_only_the_first_process_saves(monkeypatch, tmp_path):
    loop = training.Loop(toy_objective(), TrainConfig(steps=1), tmp_path / "state")
    monkeypatch.setattr(type(loop.accelerator), "is_main_process", False)
    loop.save()
    assert not (tmp_path / "state").exists()
    monkeypatch.setattr(type(loop.accelerator), "is_main_process", True)
    loop.save()
    assert (tmp_path / "state" / "state.safetensors").is_file()
