"""The GPU that is measured: its name, driver, clocks and software, and how its time is taken."""

import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from importlib import metadata
from typing import Any

import torch

from bertlab.model.hardware import device as best_device
from bertlab.training.provenance import hardware

LIBRARIES = ("transformers", "accelerate", "safetensors", "numpy", "sentence-transformers")
ASKED = ("driver_version", "power.limit", "clocks.max.sm", "clocks.sm", "temperature.gpu")


def chosen_device() -> torch.device:
    """Return the device of ``$DEVICE``, else the GPU.

    Raises:
        ValueError: If there is no GPU and none other is asked for.
    """
    wanted = os.environ.get("DEVICE")
    device = torch.device(wanted) if wanted else best_device()
    if not wanted and device.type != "cuda":
        raise ValueError("expected a CUDA GPU, got none; DEVICE=cpu makes a dry run of seconds")
    return device


def describe_gpu() -> dict[str, Any]:
    """Return what is measured on, with what: as ``hardware``, with driver, clocks, versions."""
    found = {**hardware(), "cuda": torch.version.cuda}
    found |= {name: _version(name) for name in LIBRARIES}
    found["float32 products"] = torch.get_float32_matmul_precision()
    found["TF32"] = {
        "matmul": torch.backends.cuda.matmul.allow_tf32,
        "cudnn": torch.backends.cudnn.allow_tf32,
    }
    if torch.cuda.is_available():
        found |= {"memory GiB": round(torch.cuda.get_device_properties(0).total_memory / 2**30, 1)}
        found |= _driver_report()
    return found


def _version(name: str) -> str | None:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return None


def _driver_report() -> dict[str, str]:
    command = ["nvidia-smi", f"--query-gpu={','.join(ASKED)}", "--format=csv,noheader", "--id=0"]
    try:
        answer = subprocess.run(command, capture_output=True, text=True, check=False, timeout=20)
    except (FileNotFoundError, subprocess.TimeoutExpired):
        return {}
    values = [value.strip() for value in answer.stdout.strip().split(",")]
    return dict(zip(ASKED, values, strict=True)) if len(values) == len(ASKED) else {}


def wait() -> None:
    """Wait until the GPU has done what was begun."""
    if torch.cuda.is_available():
        torch.cuda.synchronize()


def seconds_of(work: Callable[[], object], calls: int, warm_up: int = 3) -> float:
    """Return the seconds of one call, as a mean of several, after some that do not count."""
    for _ in range(warm_up):
        work()
    wait()
    began = time.perf_counter()
    for _ in range(calls):
        work()
    wait()
    return (time.perf_counter() - began) / calls


def peak_gib() -> float | None:
    """Return the most memory that tensors took since the last measurement; None without a GPU."""
    return torch.cuda.max_memory_allocated() / 2**30 if torch.cuda.is_available() else None


@contextmanager
def autocast(device: torch.device, precision: str) -> Iterator[None]:
    """Compute matmuls in ``"bf16"`` or ``"fp16"``; ``"no"`` changes nothing."""
    kinds = {"bf16": torch.bfloat16, "fp16": torch.float16}
    with torch.autocast(device.type, kinds.get(precision), enabled=precision in kinds):
        yield
