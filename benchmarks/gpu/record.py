"""Records of a GPU: every measurement is written when it ends, and a later run goes on from there.

A part's record is ``gpu_PART.json``; ``workbook.gpu_records`` prints it. Minutes on a GPU are few:
what fails is written as an error and does not stop the rest, what does not fit into the budget is
named, and both are tried again by the next run.
"""

import gc
import json
import sys
import time
import traceback
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any, NamedTuple

import torch

from benchmarks.gpu.machine import describe_gpu
from bertlab.files import write_atomically
from bertlab.training.provenance import PROJECT, commit

PACK = PROJECT / "build" / "gpu"  # what travels to a machine without a network
COMMIT = PACK / "commit"
Results = Mapping[str, Any]


class Measurement(NamedTuple):
    """One thing to find out.

    Attributes:
        name: Seeds of the same thing are called ``"NAME, seed S"``.
        seconds: It takes about so long on an H100; without so much time left it is not begun.
        work: Returns results fit for JSON: numbers, or words, by a name with their unit.
    """

    name: str
    seconds: int
    work: Callable[[], Results]


class Budget:
    """The time that a command has.

    Args:
        seconds: From now on.
    """

    def __init__(self, seconds: int | float) -> None:
        self.end = time.perf_counter() + seconds

    def left(self) -> float:
        """Return the seconds that are left; below 0 when they are over."""
        return self.end - time.perf_counter()


def path_of(part: str, folder: Path) -> Path:
    """Return the file of a part's record."""
    return folder / f"gpu_{part}.json"


def begin(part: str, configuration: Mapping[str, Any], folder: Path) -> dict[str, Any]:
    """Return a part's record: a new one, or that of a run which this one continues.

    Raises:
        ValueError: If the record there was made on another GPU or with another configuration.
    """
    path, machine = path_of(part, folder), describe_gpu()
    given = json.loads(json.dumps(configuration))
    if path.is_file():
        entries = json.loads(path.read_text(encoding="utf-8"))
        pairs = {
            "configuration": (entries["configuration"], given),
            "GPU": (entries["machine"]["gpu"], machine["gpu"]),
        }
        for what, (old, new) in pairs.items():
            if old != new:
                raise ValueError(
                    f"{path} was made with the {what} {old}, this run has {new}; move it away, or "
                    "name another folder with --into"
                )
        return {**entries, "skipped": {}}
    known = commit()
    if known == "unknown" and COMMIT.is_file():  # a copy without its history
        known = COMMIT.read_text(encoding="utf-8").strip()
    return {
        "part": part,
        "command": f"python -m benchmarks gpu --only {part}",
        "commit": known,
        "machine": machine,
        "configuration": given,
        "minutes": 0.0,
        "measurements": {},
        "skipped": {},
    }


def write(entries: Mapping[str, Any], folder: Path) -> None:
    """Write a record: the new one, or the old one if this is interrupted."""
    folder.mkdir(parents=True, exist_ok=True)
    text = json.dumps(entries, indent=1, ensure_ascii=False) + "\n"
    write_atomically(path_of(entries["part"], folder), text.encode())


def measure(entries: dict[str, Any], one: Measurement, budget: Budget, folder: Path) -> None:
    """Make a measurement if it is still to be made and its time is left; write the record."""
    before = entries["measurements"].get(one.name, {})
    if "results" in before:
        return
    if budget.left() < one.seconds:
        entries["skipped"][one.name] = (
            f"takes about {one.seconds:.0f} s, {max(0.0, budget.left()):.0f} s were left"
        )
        write(entries, folder)
        return
    began = time.perf_counter()
    found: dict[str, Any]
    try:
        found = {"results": {name: _rounded(value) for name, value in one.work().items()}}
    except Exception as error:  # of any kind: the others are still to be measured
        traceback.print_exc()
        found = {"error": f"{type(error).__name__}: {error}"[:400]}
    seconds = time.perf_counter() - began
    entries["measurements"][one.name] = {"seconds": round(seconds, 1), **found}
    entries["minutes"] = round(entries["minutes"] + seconds / 60, 3)
    write(entries, folder)
    print(f"{seconds:6.1f} s  {one.name}: {next(iter(found.values()))}", flush=True)
    _clear()


def _rounded(value: Any) -> Any:
    return float(f"{value:.5g}") if isinstance(value, float) else value


def _clear() -> None:
    """Give back what a measurement held, so that the peak of the next one is its own."""
    if "torch._dynamo" in sys.modules:
        torch.compiler.reset()
    gc.collect()
    if torch.cuda.is_available():
        torch.cuda.empty_cache()
        torch.cuda.reset_peak_memory_stats()
