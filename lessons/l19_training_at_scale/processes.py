"""One run, shared by several processes: started from a notebook, on one computer without a GPU.

The program below has no line that knows of processes: each draws its part of every batch, and
``train`` adds the gradients up. ``torchrun`` starts it as often as asked and finds a free port of
this computer. (``accelerate launch --cpu`` starts one process alone, unless there is MPI.)
"""

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from accelerate import PartialState
from torch import Tensor

from bertlab.model.checkpoint import read_tensors, write_tensors
from bertlab.pretraining.config import PretrainConfig
from bertlab.pretraining.run import Pretraining
from bertlab.training.provenance import PROJECT

WEIGHTS = "weights.safetensors"
LOOPBACK = {"linux": "lo", "darwin": "lo0"}  # what gloo would else look for by the computer's name
CONFIGURATION: dict[str, Any] = {
    "name": "shared",
    "corpora": ["wiki"],
    "tokenizer": "characters",
    "vocab_size": 200,
    "model": {
        **{"hidden_size": 64, "num_layers": 2, "num_heads": 2, "intermediate_size": 128},
        **{"hidden_dropout": 0.0, "attention_dropout": 0.0},  # each process would drop its own
    },
    "training": {"batch_size": 32, "learning_rate": 1e-3, "precision": "no"},
    "max_length": 64,
    "held_out": 1,
}


def trained(steps: int) -> Pretraining:
    """Make a few updates of a small model, with all processes there are."""
    training = {**CONFIGURATION["training"], "steps": steps, "log_every": steps}
    run = Pretraining(PretrainConfig(**{**CONFIGURATION, "training": training}))
    run.run()
    return run


def weights_of(processes: int, steps: int = 5, seconds: float = 120) -> dict[str, Tensor]:
    """Start so many processes, wait for them, and return the weights they trained together.

    Args:
        processes: How many; each draws its part of the 32 sequences of an update.
        steps: Updates.
        seconds: How long to wait at most.

    Raises:
        RuntimeError: If they fail or take too long; it says why.
    """
    program = ["-m", "torch.distributed.run", "--standalone", f"--nproc_per_node={processes}"]
    quiet = {"OMP_NUM_THREADS": "1", "TQDM_DISABLE": "1", "PYTHONPATH": str(PROJECT)}
    if sys.platform in LOOPBACK:
        quiet["GLOO_SOCKET_IFNAME"] = LOOPBACK[sys.platform]
    with tempfile.TemporaryDirectory() as folder:
        started = subprocess.Popen(
            [sys.executable, *program, "-m", __name__, folder, str(steps)],
            env={**os.environ, **quiet},
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            text=True,
        )
        try:
            said = started.communicate(timeout=seconds)[0].splitlines()
        except subprocess.TimeoutExpired:
            started.terminate()  # and it ends the others
            started.communicate()
            said = [f"stopped after {seconds:g} seconds"]
        if started.returncode:
            reasons = [line for line in said if re.match(r"(\[rank\d+\]: )?\w+Error: ", line)]
            why = "\n".join(reasons or said[-20:])
            raise RuntimeError(f"{processes} processes did not get to their end:\n{why}")
        return read_tensors(Path(folder) / WEIGHTS)


if __name__ == "__main__":
    shared = trained(int(sys.argv[2]))
    if PartialState().is_main_process:
        write_tensors(Path(sys.argv[1]) / WEIGHTS, shared.model.state_dict())
    PartialState().destroy_process_group()
