"""Recorded runs: experiments too long for a lesson, made by one command and kept.

An experiment is a module in a lesson's ``experiments``, with three names:

``CONFIGURATION``  a dict of everything that decides the result: sizes, seeds, budgets;
``run``            a function from a configuration to a dict of results, both fit for JSON;
``SLICE``          entries that replace some of the configuration to make it run in seconds.

``python -m workbook record NAME`` runs one and writes ``data/runs/NAME.json``; a lesson reads
it with ``recorded`` and runs the slice live. Tests run the slice too, and compare the recorded
configuration with the module's, so that a record cannot outlive the code that made it.
"""

import argparse
import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, TypeVar

import torch
from torch import Tensor

from bertlab.files import write_atomically
from bertlab.model.checkpoint import read_tensors, write_tensors
from bertlab.training.provenance import PROJECT, commit, hardware
from workbook.modernize import translated

RUNS = PROJECT / "data" / "runs"
Arm = TypeVar("Arm", str, float)
Part = tuple[dict[str, Any], dict[str, Tensor]]  # what is recorded, and what is kept beside it


@contextmanager
def threads(number: int) -> Iterator[None]:
    """Let torch use some threads, and then as many as before: sums depend on how many there are."""
    before = torch.get_num_threads()
    torch.set_num_threads(number)
    try:
        yield
    finally:
        torch.set_num_threads(before)


def one_thread() -> AbstractContextManager[None]:
    """Let torch use one thread: its sums, and so what is recorded, are the same on any machine."""
    return threads(1)


def names() -> list[str]:
    """Return the names of all experiments."""
    return sorted(_rooms())


def _rooms() -> dict[str, str]:
    """Return the lesson's room of each experiment, by name."""
    files = (PROJECT / "lessons").glob("*/experiments/*.py")
    return {file.stem: file.parts[-3] for file in files if file.stem != "__init__"}


def experiment(name: str) -> ModuleType:
    """Return the module of an experiment.

    Raises:
        ValueError: If there is none of that name.
    """
    if name not in _rooms():
        raise ValueError(f"no experiment {name!r}; there are: {', '.join(names())}")
    return import_module(f"lessons.{_rooms()[name]}.experiments.{name}")


def record(name: str) -> Path:
    """Run an experiment as configured and write its record; return the file.

    Raises:
        ValueError: If there is no such experiment.
    """
    module = experiment(name)
    entries = {
        "experiment": name,
        "command": f"python -m workbook record {name}",
        "commit": commit(),
        "configuration": module.CONFIGURATION,
        "hardware": hardware(),
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
        raise FileNotFoundError(f"no record {path.name}; make it: python -m workbook record {name}")
    return json.loads(path.read_text(encoding="utf-8"))


def stored_entries(path: Path, configuration: dict[str, Any]) -> dict[str, Any]:
    """Read a part of a run that was interrupted.

    Raises:
        ValueError: If it was made with another configuration.
    """
    stored = json.loads(path.read_text(encoding="utf-8"))
    if stored["configuration"] != json.loads(json.dumps(configuration)):
        raise ValueError(f"{path} was made with other settings: {stored['configuration']}")
    return stored["entries"]


def store_entries(path: Path, configuration: dict[str, Any], entries: dict[str, Any]) -> None:
    """Keep a part of a run that is done, so that an interrupted run goes on from there."""
    path.parent.mkdir(parents=True, exist_ok=True)
    text = json.dumps({"configuration": configuration, "entries": entries})
    write_atomically(path, text.encode())


def kept_part(
    path: Path, configuration: dict[str, Any], keep: bool, make: Callable[[], Part]
) -> Part:
    """Return a part of a run: from the state of an interrupted one if it is there, else made.

    Args:
        path: Where its entries are kept; its tensors lie beside them.
        configuration: What decides the result.
        keep: Whether the state is read and written; a slice does neither.
        make: Makes the part.

    Raises:
        ValueError: If the state was made with another configuration.
    """
    beside = path.with_suffix(".safetensors")
    if keep and path.is_file():
        return stored_entries(path, configuration), read_tensors(beside)
    entries, tensors = make()
    if keep:
        path.parent.mkdir(parents=True, exist_ok=True)
        write_tensors(beside, tensors)  # first: entries say that a part is whole
        store_entries(path, configuration, entries)
    return entries, tensors


def of_arms(arms: Iterable[Arm], seeds: Iterable[int], part: Callable[[Arm, int], Part]) -> Part:
    """Return what every arm of a run gave with every seed, on one thread.

    Args:
        arms: What is compared: names, or rates.
        seeds: Of each arm.
        part: Returns what one arm and seed gave.

    Returns:
        For each arm a list over seeds, and what is kept, by ``"ARM/SEED/NAME"``.
    """
    arms = list(arms)
    found: dict[str, Any] = {str(arm): [] for arm in arms}
    kept: dict[str, Tensor] = {}
    with one_thread():
        for seed in seeds:
            for arm in arms:
                entries, tensors = part(arm, seed)
                found[str(arm)].append(entries)
                kept |= {f"{arm}/{seed}/{name}": tensor for name, tensor in tensors.items()}
    return found, kept


def run_slice(name: str) -> dict[str, Any]:
    """Run the slice of an experiment that takes seconds, and return its results."""
    module = experiment(name)
    return module.run({**module.CONFIGURATION, **module.SLICE})


def command_today(entries: dict[str, Any]) -> str:
    """Return the command that makes a record again; it keeps the one that made it then."""
    return translated(entries["command"])


def listing() -> str:
    """Return a line for each experiment: name, minutes, and the command that makes it."""
    lines = []
    for name in names():
        entries = recorded(name)
        lines.append(f"{name:22}{entries['minutes']:>8} min   {command_today(entries)}")
    return "\n".join(lines)


def main() -> None:
    """Run the experiment named on the command line and record it, or list all."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("name", nargs="?", help="an experiment; without one, all are listed")
    name = parser.parse_args().name
    if name is None:
        print(listing())
        return
    try:
        print(f"wrote {record(name).name}")
    except ValueError as error:
        sys.exit(str(error))


if __name__ == "__main__":
    main()
