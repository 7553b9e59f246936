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
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from bertlab.files import write_atomically
from bertlab.training.provenance import PROJECT, commit, hardware

RUNS = PROJECT / "data" / "runs"


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


def run_slice(name: str) -> dict[str, Any]:
    """Run the slice of an experiment that takes seconds, and return its results."""
    module = experiment(name)
    return module.run({**module.CONFIGURATION, **module.SLICE})


def listing() -> str:
    """Return a line for each experiment: name, minutes, and the command that makes it."""
    lines = []
    for name in names():
        minutes = recorded(name)["minutes"]
        lines.append(f"{name:22}{minutes:>8} min   python -m workbook record {name}")
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
