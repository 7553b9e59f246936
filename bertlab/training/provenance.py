"""Where a recorded result comes from: the state of the code, and the machine."""

import os
import platform
import subprocess
from pathlib import Path
from typing import Any

import torch

from bertlab.kernels.linear import is_left_to_torch, works

PROJECT = Path(__file__).resolve().parents[2]
CODE = ("bertlab", "workbook", "lessons")  # what decides a result


def commit() -> str:
    """Return the commit of the code, with ``-dirty`` if code had changed since."""
    try:
        revision = _git("describe", "--always", "--abbrev=12", "--exclude=*")
        changed = _git("status", "--porcelain", "--", *CODE)
    except FileNotFoundError:  # no git here
        return "unknown"
    return f"{revision}-dirty" if revision and changed else revision or "unknown"


def _git(*arguments: str) -> str:
    command = ["git", "-C", str(PROJECT), *arguments]
    return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()


def hardware() -> dict[str, Any]:
    """Return what this machine computes with, without its name."""
    gpu = torch.cuda.get_device_name() if torch.cuda.is_available() else None
    return {
        "cpu_cores": os.cpu_count(),
        "architecture": platform.machine(),
        "gpu": gpu,
        "threads": torch.get_num_threads(),
        "instructions": torch.backends.cpu.get_cpu_capability(),
        "kernels": "oneDNN" if works() and not is_left_to_torch() else "torch",
        "torch": torch.__version__.split("+")[0],
        "python": platform.python_version(),
    }
