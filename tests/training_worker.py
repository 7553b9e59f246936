"""Training in processes of its own, for tests: shared by several, or killed again and again.

``torchrun ... -m tests.training_worker share FOLDER`` trains with all processes and writes what
each saw; ``python -m tests.training_worker pretraining FOLDER --kills N`` (or ``finetuning``) kills
a run N times.
"""

import argparse
import json
import os
import signal
import sys
import time
from pathlib import Path

import numpy as np
import torch
from accelerate import PartialState
from safetensors import SafetensorError, safe_open
from safetensors.torch import save_file

from bertlab.finetuning.classifier import fine_tune
from bertlab.finetuning.labelled_texts import LabelledTexts
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.training.loop import BatchSampler, Loop, train
from bertlab.training.state import STATE
from tests.toy_pretraining import (
    drawing,
    tiny_config,
    toy_data,
    toy_objective,
    toy_tokenizer,
    toy_training,
)

# Runs that several processes share, each in float64 and without dropout.
SHARED = {
    "plain": ({"batch_size": 8}, True),
    "uneven": ({"batch_size": 7, "micro_batch_size": 2}, True),  # 4 and 3: two micro-batches each
    "lopsided": ({"batch_size": 5, "micro_batch_size": 2}, True),  # 3 and 2: two and one
    "without pairs": ({"batch_size": 6}, False),
}
STEPS, LONG = 5, 40


def shared_run(
    name: str, folder: Path | None = None, drawn: list | None = None
) -> tuple[list[dict], dict]:
    """Train as ``SHARED`` says; return history and weights, and note the shares drawn."""
    options, next_sentence = SHARED[name]
    config = toy_training(STEPS, **options)
    objective = toy_objective(next_sentence=next_sentence, dtype=torch.float64)
    data = toy_data(next_sentence=next_sentence)
    draw = drawing(data, config)

    def noted(step: int, process: int, processes: int) -> list:
        if drawn is not None:
            drawn.append((step, process, processes))
        return draw(step, process, processes)

    history = train(objective, noted, config, folder)
    return history, objective.state_dict()


def share(folder: Path) -> None:
    """Make all shared runs; every process writes its histories and weights."""
    rank = os.environ["RANK"]
    drawn: list[tuple[int, int, int]] = []
    for name in SHARED:
        history, weights = shared_run(name, folder / name, drawn)
        save_file(weights, folder / f"{name}-{rank}.safetensors")
        (folder / f"{name}-{rank}.json").write_text(json.dumps(history))
    (folder / f"drawn-{rank}.json").write_text(json.dumps(drawn))
    PartialState().destroy_process_group()


def pretraining(folder: Path) -> tuple[list[dict], torch.nn.Module]:
    """Pre-train with dropout, saving all the time."""
    config = toy_training(LONG, log_every=5, save_every=2, micro_batch_size=4)
    objective = toy_objective(dropout=0.2)
    return train(objective, drawing(toy_data(), config), config, folder), objective


def finetuning(folder: Path) -> tuple[list[dict], torch.nn.Module]:
    """Fine-tune with dropout, scored again and again; the weights are those of the best score."""
    with torch.random.fork_rng():
        torch.manual_seed(7)
        model = BertForSequenceClassification(tiny_config(dropout=0.2))
    words = [[f"w{(7 * text + word) % 30}" for word in range(3)] for text in range(30)]
    texts = [" ".join(row) for row in words]
    labels = [int(row[0] < "w2") for row in words]
    parts = [
        LabelledTexts(texts[part::2], labels[part::2], toy_tokenizer(30), max_length=17)
        for part in (0, 1)
    ]
    config = toy_training(LONG, log_every=4, save_every=2)
    return fine_tune(model, *parts, config, folder, patience=LONG), model


RUNS = {"pretraining": pretraining, "finetuning": finetuning}


def long_run(what: str, folder: Path, wait_at: int = LONG) -> None:
    """Train from beginning to end; write history and weights.

    Before step ``wait_at`` it waits to be killed, so that it cannot be over too soon.
    """
    torch.set_num_threads(1)
    update = Loop.update

    def update_or_wait(loop: Loop, draw: BatchSampler) -> dict:
        if loop.steps >= wait_at:
            time.sleep(600)
        return update(loop, draw)

    Loop.update = update_or_wait
    try:
        history, model = RUNS[what](folder)
    finally:
        Loop.update = update
    lines = [{**line, "seconds": 0} for line in history]
    (folder / "lines.json").write_text(json.dumps(lines))
    save_file(model.state_dict(), folder / "weights.safetensors")


def saved_steps(folder: Path) -> int:
    """Return the number of steps of the state on disk, 0 if there is none."""
    try:
        with safe_open(folder / STATE, framework="pt") as file:
            return json.loads(file.metadata()["training"])["steps"]
    except (OSError, SafetensorError):
        return 0


def in_a_process(what: str, folder: Path, wait_at: int = LONG) -> int:
    """Start the long run in a process of its own; return its id."""
    child = os.fork()
    if child == 0:
        status = 1
        try:
            long_run(what, folder, wait_at)
            status = 0
        finally:
            os._exit(status)
    return child


def survive(what: str, folder: Path, kills: int, seed: int) -> None:
    """Kill a run at random moments and start it again, until it has come to its end."""
    generator = np.random.default_rng(seed)
    targets = np.sort(generator.integers(0, LONG - 12, kills))
    reached = []
    for target in targets.tolist():
        child = in_a_process(what, folder, wait_at=target + 10)
        while saved_steps(folder) < target:
            assert not os.waitid(os.P_PID, child, os.WEXITED | os.WNOHANG | os.WNOWAIT), "it ended"
            time.sleep(0.0005)
        time.sleep(generator.uniform(0, 0.03))  # in the middle of a step, or of saving
        os.kill(child, signal.SIGKILL)
        _, status = os.waitpid(child, 0)
        assert os.WIFSIGNALED(status), f"expected a killed process, it ended with {status}"
        reached.append(saved_steps(folder))
    _, status = os.waitpid(in_a_process(what, folder), 0)
    assert status == 0, status
    (folder / "reached.json").write_text(json.dumps(reached))


def main() -> int:
    """Do what the command line asks for."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("what", choices=["share", *RUNS])
    parser.add_argument("folder", type=Path)
    parser.add_argument("--kills", type=int, default=3)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    options.folder.mkdir(parents=True, exist_ok=True)
    if options.what == "share":
        share(options.folder)
    else:
        survive(options.what, options.folder, options.kills, options.seed)
    return 0


if __name__ == "__main__":
    sys.exit(main())
