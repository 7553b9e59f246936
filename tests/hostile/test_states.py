"""The state of a training run, damaged or from somebody else; and two runs in one folder."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import load_file, save_file

from bertlab.pretraining.corpora import CORPORA
from bertlab.pretraining.run import main
from bertlab.training.loop import train
from bertlab.training.ownership import LOCK, owned
from bertlab.training.state import HISTORY, STATE, run_parts
from tests.bertlab.pretraining.test_run import ENTRIES, TOYS
from tests.toy_pretraining import drawing, toy_data, toy_objective, toy_training

NAME = "optimizer.model.next_sentence.dense.bias"


def run(steps, folder, **options):
    config = toy_training(steps, **options)
    objective = toy_objective()
    return objective, train(objective, drawing(toy_data(), config), config, folder)


def rewrite(folder: Path, entries=None, tensors=None) -> None:
    """Change what a state says of itself, or its tensors; None removes one."""
    path = folder / STATE
    with safe_open(path, framework="pt") as file:
        said = json.loads(file.metadata()["training"])
    changed = load_file(path) | (tensors or {})
    changed = {name: tensor for name, tensor in changed.items() if tensor is not None}
    if isinstance(entries, dict):
        said |= entries
        said = {name: value for name, value in said.items() if value != "gone"}
    text = entries if isinstance(entries, str) else json.dumps(said)
    save_file(changed, path, metadata={"training": text})


FAULTS = {
    "a billion steps": ({"steps": 10**9}, None, "is of 1000000000 steps, its optimizer of 3"),
    "steps as a text": ({"steps": "7"}, None, "steps cannot be '7'"),
    "steps below 0": ({"steps": -1}, None, "steps cannot be -1"),
    "steps that are true": ({"steps": True}, None, "steps cannot be True"),
    "fewer steps than the optimizer's": ({"steps": 2}, None, "is of 2 steps, its optimizer of 3"),
    "no steps": ({"steps": "gone"}, None, "is no state of a training run"),
    "a configuration that is 5": ({"config": 5}, None, "config cannot be 5"),
    "no configuration": ({"config": "gone"}, None, "is no state of a training run"),
    "another configuration": ({"config": {}}, None, "was made with"),
    "loss scaling that is a list": ({"scaler": [1]}, None, "is no state of a training run"),
    "loss scaling of texts": ({"scaler": {"scale": "x"}}, None, "scaler cannot be"),
    "parts that are numbers": ({"parts": [1]}, None, "is no state of a training run"),
    "no JSON": ("{", None, "is no state of a training run: it says '{'"),
    "a list": ("[]", None, "is no state of a training run"),
    "deep JSON": ('{"a":' * 100_000, None, "is no state of a training run"),
    "half an optimizer": (None, {f"{NAME}.exp_avg": None}, f"{NAME}: expected"),
    "means of another shape": (None, {f"{NAME}.exp_avg": torch.ones(3)}, f"{NAME}: expected"),
    "NaN in a mean": (None, {f"{NAME}.exp_avg": torch.full((2,), float("nan"))}, "holds NaN"),
    "infinity in a weight": (
        None,
        {"model.model.next_sentence.dense.bias": torch.tensor([1.0, float("inf")])},
        "holds NaN or infinity",
    ),
}


@pytest.fixture(scope="module")
def saved(tmp_path_factory) -> dict[str, bytes]:
    folder = tmp_path_factory.mktemp("saved")
    run(3, folder)
    return {name: (folder / name).read_bytes() for name in (STATE, HISTORY)}


@pytest.fixture
def folder(saved, tmp_path) -> Path:
    for name, content in saved.items():
        (tmp_path / name).write_bytes(content)
    return tmp_path


@pytest.mark.parametrize("name", FAULTS)
def test_a_damaged_state_is_refused_before_anything_is_taken_from_it(folder, name):
    entries, tensors, message = FAULTS[name]
    rewrite(folder, entries, tensors)
    config, objective = toy_training(5), toy_objective()
    before = {name: tensor.clone() for name, tensor in objective.state_dict().items()}
    with pytest.raises(ValueError, match=message) as caught:
        train(objective, drawing(toy_data(), config), config, folder)
    assert STATE in str(caught.value) and len(str(caught.value)) < 600
    assert all(torch.equal(before[name], t) for name, t in objective.state_dict().items())


@pytest.mark.parametrize(
    "content",
    [
        *(b"\xff", b"{", b"5\n", b"[]\n", b'{"step": 1}\n', b"[" * 100_000),
        *(b'{"seconds": "x", "step": 1}\n', b'{"seconds": 1, "step": "x"}\n'),
    ],
)
def test_a_damaged_history_is_refused(folder, content):
    (folder / HISTORY).write_bytes(content)
    with pytest.raises(ValueError, match=r"history.jsonl"):
        run(5, folder)


def test_nothing_of_the_old_file_stays_mapped(folder):
    """Else three copies are on the disk: the one mapped, the one that stands, the one written."""
    config, objective = toy_training(4), toy_objective()
    mapped = []

    def draw(step, process, processes):
        mapped.append(str(folder / STATE) in Path("/proc/self/maps").read_text())
        return drawing(toy_data(), config)(step, process, processes)

    if not Path("/proc/self/maps").exists():
        pytest.skip("this system does not say what is mapped")
    train(objective, draw, config, folder)
    assert mapped == [False]


# --- a record says what made it


def test_parts_say_what_made_which_steps(folder):
    assert [part["from_step"] for part in run_parts(folder)] == [1]
    run(3, folder, learning_rate=0.5)  # finished: no step is made with this
    assert [part["learning_rate"] for part in run_parts(folder)] == [1e-2]
    run(6, folder, learning_rate=1e-3)
    run(6, folder, learning_rate=0.5)
    names = ("from_step", "steps", "learning_rate")
    found = [tuple(part[name] for name in names) for part in run_parts(folder)]
    assert found == [(1, 3, 1e-2), (4, 6, 1e-3)]


def test_a_finished_run_does_not_record_later_settings(tmp_path, monkeypatch):
    entries = {**ENTRIES, "training": {**ENTRIES["training"], "steps": 2}}
    monkeypatch.setitem(CORPORA, "toys", lambda: TOYS)
    path, recorded = tmp_path / "config.json", []
    for rate in (1e-3, 0.25):
        entries["training"]["learning_rate"] = rate
        path.write_text(json.dumps(entries))
        command = ["--config", path, "--state", tmp_path / "state", "--out", tmp_path / "out"]
        assert main([str(part) for part in command]) == 0
        recorded.append(json.loads((tmp_path / "out" / "run.json").read_text()))
    for record in recorded:
        assert record["configuration"]["training"]["learning_rate"] == 1e-3
        assert [part["learning_rate"] for part in record["parts"]] == [1e-3]


# --- one run for each folder


def hold(folder: Path) -> subprocess.Popen:
    """Start a process that keeps a folder until it is killed."""
    program = "import sys, time; from pathlib import Path\n"
    program += "from bertlab.training.ownership import owned\n"
    program += "with owned(Path(sys.argv[1])): print('mine', flush=True); time.sleep(600)"
    process = subprocess.Popen(
        [sys.executable, "-c", program, str(folder)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None and process.stdout.readline() == "mine\n"
    return process


def end(process: subprocess.Popen) -> None:
    process.kill()
    process.communicate()


def test_a_second_run_is_refused_until_the_first_is_gone(folder):
    process = hold(folder)
    before = {path.name: path.read_bytes() for path in folder.iterdir()}
    try:
        with pytest.raises(ValueError, match=r"another run is training in .*; wait until it ends"):
            run(5, folder)
        assert {path.name: path.read_bytes() for path in folder.iterdir()} == before
    finally:
        end(process)
    assert run(5, folder)[1][-1]["step"] == 5, "the lock ends with its process"


def test_a_run_may_ask_twice_and_gives_back(tmp_path):
    with owned(tmp_path), owned(tmp_path):
        assert (tmp_path / LOCK).exists()
    with pytest.raises(RuntimeError), owned(tmp_path):
        raise RuntimeError
    end(hold(tmp_path))


def test_processes_of_one_run_share_the_folder(tmp_path, monkeypatch):
    process = hold(tmp_path)
    monkeypatch.setitem(os.environ, "RANK", "1")
    with owned(tmp_path):
        pass
    end(process)
