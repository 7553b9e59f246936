"""A run that was killed, or whose disk is full, loses nothing it had saved, and goes on exactly."""

import errno
import json
import os
import resource
import subprocess
import sys
from contextlib import contextmanager
from pathlib import Path

import pytest
import torch
from safetensors import safe_open
from safetensors.torch import load_file

from bertlab.training import state as training_state
from bertlab.training.config import TrainConfig
from bertlab.training.loop import train
from bertlab.training.ownership import LOCK
from bertlab.training.state import FREE, HISTORY, STATE, RunState
from tests.toy_pretraining import drawing, toy_data, toy_objective, toy_training
from tests.training_worker import LONG, RUNS, long_run

ROOT = Path(__file__).resolve().parents[3]
KILLS = int(os.environ.get("BERTLAB_KILLS", "3"))


def run(steps, folder=None, objective=None, draw=None, **options):
    """Train with dropout; return the objective and its history without times."""
    config = toy_training(steps, **options)
    objective = objective or toy_objective(dropout=0.2)
    history = train(objective, draw or drawing(toy_data(), config), config, folder)
    return objective, [{**line, "seconds": 0} for line in history]


def same(first, second):
    first, second = first.state_dict(), second.state_dict()
    return all(torch.equal(first[name], second[name]) for name in first)


def contents(folder):
    return {path.name: path.read_bytes() for path in folder.iterdir() if path.name != LOCK}


def steps_on_disk(folder):
    with safe_open(folder / STATE, framework="pt") as file:
        return json.loads(file.metadata()["training"])["steps"]


class InterruptedRunError(Exception):
    """Stands for a kill, where a real one would cost a process."""


def until(step, data=None, **options):
    """A draw that ends a run before a step."""
    draw = drawing(data or toy_data(), toy_training(1, **options))

    def interrupted(number, process, processes):
        if number == step:
            raise InterruptedRunError
        return draw(number, process, processes)

    return interrupted


# --- interruptions


@pytest.mark.parametrize("what", RUNS)
def test_killed_again_and_again_it_ends_as_if_nothing_had_happened(tmp_path, what):
    """SIGKILL at random moments, with dropout; the weights at the end are equal bit for bit."""
    command = [sys.executable, "-m", "tests.training_worker", what, str(tmp_path / "killed")]
    done = subprocess.run(
        [*command, "--kills", str(KILLS), "--seed", os.environ.get("BERTLAB_KILL_SEED", "0")],
        cwd=ROOT,
        env={**os.environ, "OMP_NUM_THREADS": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr[-3000:]
    (tmp_path / "whole").mkdir()
    threads = torch.get_num_threads()
    long_run(what, tmp_path / "whole")
    torch.set_num_threads(threads)
    for name in ("lines.json", "weights.safetensors"):
        assert (tmp_path / "killed" / name).read_bytes() == (tmp_path / "whole" / name).read_bytes()
    reached = json.loads((tmp_path / "killed" / "reached.json").read_text())
    assert len(reached) == KILLS
    assert reached == sorted(reached)
    assert reached[-1] < LONG


@pytest.mark.parametrize("step", [1, 3, 4, 5])
def test_resumed_is_uninterrupted(tmp_path, step):
    whole, history = run(7)
    with pytest.raises(InterruptedRunError):
        run(7, tmp_path, draw=until(step))
    resumed, other = run(7, tmp_path, objective=toy_objective(dropout=0.2))
    assert same(whole, resumed)
    assert history == other


def test_the_optimizer_goes_on_too(tmp_path):
    """The state holds both means of AdamW for every parameter, and its count of steps."""
    objective, _ = run(4, tmp_path)
    tensors = load_file(tmp_path / STATE)
    for name, parameter in objective.named_parameters():
        assert torch.equal(tensors[f"model.{name}"], parameter)
        assert tensors[f"optimizer.{name}.step"] == 4
        for mean in ("exp_avg", "exp_avg_sq"):
            assert tensors[f"optimizer.{name}.{mean}"].shape == parameter.shape
            assert tensors[f"optimizer.{name}.{mean}"].any()
    assert len(tensors) == 4 * len(list(objective.parameters()))


def test_saved_every_so_often_and_at_the_end(tmp_path):
    seen = []

    def draw(step, process, processes):
        seen.append(steps_on_disk(tmp_path) if (tmp_path / STATE).exists() else 0)
        return drawing(toy_data(), toy_training(1))(step, process, processes)

    run(8, tmp_path, draw=draw, log_every=3)
    assert seen == [0, 0, 0, 3, 3, 3, 6, 6]
    assert steps_on_disk(tmp_path) == 8
    assert sorted(contents(tmp_path)) == [HISTORY, STATE]
    lines = [json.loads(line) for line in (tmp_path / HISTORY).read_text().splitlines()]
    assert [line["step"] for line in lines] == [3, 6, 8]


def test_history_is_cut_to_the_saved_step(tmp_path):
    """The history is written first: after a crash between the two it is longer than the state."""
    run(3, tmp_path)
    state = (tmp_path / STATE).read_bytes()
    run(5, tmp_path)
    (tmp_path / STATE).write_bytes(state)
    _, history = run(3, tmp_path)
    assert [line["step"] for line in history] == [1, 2, 3]


def test_seconds_go_on(tmp_path):
    run(3, tmp_path)
    path = tmp_path / HISTORY
    lines = [{**json.loads(line), "seconds": 1000.0} for line in path.read_text().splitlines()]
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))
    config = toy_training(4)
    history = train(toy_objective(dropout=0.2), drawing(toy_data(), config), config, tmp_path)
    assert 1000 <= history[-1]["seconds"] < 1060


def test_a_finished_run_is_not_trained_further(tmp_path):
    finished, history = run(4, tmp_path)
    before = contents(tmp_path)
    again, other = run(4, tmp_path, draw=until(4))
    assert same(finished, again)
    assert history == other
    assert contents(tmp_path) == before


def test_more_steps_go_on(tmp_path):
    run(4, tmp_path)
    longer, history = run(6, tmp_path)
    assert [line["step"] for line in history] == list(range(1, 7))
    assert steps_on_disk(tmp_path) == 6
    assert not same(longer, run(6)[0]), "the first steps followed the schedule of a shorter run"


@pytest.mark.parametrize(
    "options",
    [
        {"micro_batch_size": 2},
        {"learning_rate": 1e-3},
        {"warmup": 0.5},
        {"log_every": 2},
        {"save_every": 1},
    ],
)
def test_what_may_change(tmp_path, options):
    assert {*options, "steps"} <= set(FREE)
    run(3, tmp_path)
    assert run(5, tmp_path, **options)[1][-1]["step"] == 5


def test_no_state_yet(tmp_path):
    fresh, _ = run(2, tmp_path / "a" / "b")
    assert same(fresh, run(2)[0])


# --- what cannot be resumed


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"batch_size": 8}, "batch_size = 7, this run has 8; take another folder"),
        ({"seed": 1}, "seed = 0, this run has 1"),
        ({"betas": (0.9, 0.99)}, r"betas = \[0.9, 0.999\], this run has \[0.9, 0.99\]"),
        ({"precision": "bf16"}, "precision = auto, this run has bf16"),
        ({"max_grad_norm": 2.0}, "max_grad_norm = 1.0, this run has 2.0"),
    ],
)
def test_other_settings(tmp_path, options, message):
    run(3, tmp_path)
    before = contents(tmp_path)
    with pytest.raises(ValueError, match=message):
        run(5, tmp_path, **options)
    assert contents(tmp_path) == before


def test_another_model(tmp_path):
    run(3, tmp_path)
    other = toy_objective()
    other.model.next_sentence.dense = torch.nn.Linear(12, 3)
    before = {name: tensor.clone() for name, tensor in other.state_dict().items()}
    message = r"another model: .*bias: expected \(3,\), got \(2,\); .*\(3, 12\), got \(2, 12\)"
    with pytest.raises(ValueError, match=message):
        run(5, tmp_path, objective=other)
    assert all(torch.equal(before[name], tensor) for name, tensor in other.state_dict().items())
    wider = toy_objective()
    wider.extra = torch.nn.Linear(2, 2)
    with pytest.raises(ValueError, match=r"extra.bias: expected \(2,\), got none"):
        run(5, tmp_path, objective=wider)


@pytest.mark.parametrize("missing", [1, 1000])
def test_a_state_that_is_cut_short(tmp_path, missing):
    run(3, tmp_path)
    content = (tmp_path / STATE).read_bytes()
    (tmp_path / STATE).write_bytes(content[:-missing])
    message = f"expected {len(content)} bytes, got {len(content) - missing}"
    with pytest.raises(ValueError, match=message):
        run(5, tmp_path)


# --- a disk that takes no more


@contextmanager
def files_up_to(size):
    """Let no file grow beyond a size, as a full disk would not: the kernel refuses to write."""
    soft, hard = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (size, hard))
    try:
        yield
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, (soft, hard))


def test_a_disk_that_fills_up(tmp_path):
    """A real refusal by the kernel. What was saved stays; with room again, the run goes on."""
    with pytest.raises(InterruptedRunError):
        run(9, tmp_path, draw=until(5))
    before = contents(tmp_path)
    assert steps_on_disk(tmp_path) == 3
    size = len(before[STATE]) // 2
    with files_up_to(size), pytest.raises(OSError, match="File too large: step 6") as failure:
        run(9, tmp_path)
    assert failure.value.errno == errno.EFBIG
    assert "could not be saved; the state saved before is whole" in str(failure.value)
    assert str(tmp_path) in str(failure.value)
    assert contents(tmp_path).keys() == before.keys(), "nothing half-written is left"
    assert contents(tmp_path)[STATE] == before[STATE]
    whole, history = run(9)
    resumed, other = run(9, tmp_path)
    assert same(whole, resumed)
    assert history == other


def test_no_space_for_the_first_state(tmp_path):
    message = r"step 3 could not be saved: '/"
    with files_up_to(1000), pytest.raises(OSError, match=message) as failure:
        run(7, tmp_path)
    assert "whole" not in str(failure.value)
    assert not (tmp_path / STATE).exists()


def test_a_file_where_the_folder_should_be(tmp_path):
    """It is noticed before anything is computed."""
    path = tmp_path / "state"
    path.write_text("in the way")
    with pytest.raises(ValueError, match="expected a folder to keep the state in, got the file"):
        run(4, path)
    assert path.read_text() == "in the way"


def test_what_a_killed_process_left_is_removed(tmp_path):
    """Half a state under a temporary name takes room and is never read."""
    (tmp_path / ".state.safetensors.abc123").write_bytes(b"half of it")
    (tmp_path / "notes.txt").write_text("keep")
    model = torch.nn.Linear(2, 2)
    optimizer = torch.optim.AdamW(model.parameters())
    run = RunState(1, [], None, [])
    training_state.save_state(tmp_path, run, model, optimizer, TrainConfig(steps=2))
    names = {path.name for path in tmp_path.iterdir()}
    assert names == {"state.safetensors", "history.jsonl", "notes.txt"}
