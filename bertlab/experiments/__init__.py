"""Recorded runs: experiments too long for a lesson, made by one command and kept.

An experiment is a module here with three names:

``CONFIGURATION``  a dict of everything that decides the result: sizes, seeds, budgets;
``run``            a function from a configuration to a dict of results, both fit for JSON;
``SLICE``          entries that replace some of the configuration to make it run in seconds.

``python -m bertlab.experiments NAME`` runs one and writes ``data/runs/NAME.json``; a lesson reads
it with ``recorded`` and runs the slice live. Tests run the slice too, and compare the recorded
configuration with the module's, so that a record cannot outlive the code that made it.
"""

import json
import os
import platform
import subprocess
import time
from importlib import import_module
from pathlib import Path
from pkgutil import iter_modules
from types import ModuleType
from typing import Any

import torch

from bertlab.checkpoint import write_atomically

PROJECT = Path(__file__).resolve().parents[2]
RUNS = PROJECT / "data" / "runs"


def names() -> list[str]:
    """Return the names of all experiments."""
    return sorted(module.name for module in iter_modules(__path__) if module.name != "__main__")


def experiment(name: str) -> ModuleType:
    """Return the module of an experiment.

    Raises:
        ValueError: If there is none of that name.
    """
    if name not in names():
        raise ValueError(f"no experiment {name!r}; there are: {', '.join(names())}")
    return import_module(f"{__name__}.{name}")


def record(name: str) -> Path:
    """Run an experiment as configured and write its record; return the file.

    Raises:
        ValueError: If there is no such experiment.
    """
    module = experiment(name)
    entries = {
        "experiment": name,
        "command": f"python -m bertlab.experiments {name}",
        "commit": _commit(),
        "configuration": module.CONFIGURATION,
        "hardware": _hardware(),
    }
    began = time.perf_counter()
    results = module.run(module.CONFIGURATION)
    entries |= {
        "minutes": round((time.perf_counter() - began) / 60, 2),
        "results": results,
    }
    RUNS.mkdir(parents=True, exist_ok=True)
    text = json.dumps(entries, indent=1, ensure_ascii=False) + "\n"
    write_atomically(RUNS / f"{name}.json", text.encode())
    return RUNS / f"{name}.json"


def recorded(name: str) -> dict[str, Any]:
    """Return the record of an experiment.

    Raises:
        FileNotFoundError: If it was never run; the message has the command.
    """
    path = RUNS / f"{name}.json"
    if not path.is_file():
        raise FileNotFoundError(
            f"no record {path.name}; make it: python -m bertlab.experiments {name}"
        )
    return json.loads(path.read_text(encoding="utf-8"))


def run_slice(name: str) -> dict[str, Any]:
    """Run the slice of an experiment that takes seconds, and return its results."""
    module = experiment(name)
    return module.run({**module.CONFIGURATION, **module.SLICE})


def _commit() -> str:
    """The commit the run was made from, marked if files had changed since."""
    command = ["git", "-C", str(PROJECT), "describe", "--always", "--dirty", "--abbrev=12"]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, check=False)
    except FileNotFoundError:  # no git here
        return "unknown"
    return answer.stdout.strip() or "unknown"


def _hardware() -> dict[str, Any]:
    """What the run was made on, without names of machines."""
    card = torch.cuda.get_device_name() if torch.cuda.is_available() else None
    return {
        "cpu_cores": os.cpu_count(),
        "architecture": platform.machine(),
        "gpu": card,
        "threads": torch.get_num_threads(),
        "torch": torch.__version__.split("+")[0],
        "python": platform.python_version(),
    }
