"""Benchmarks: how fast the package is beside the libraries that do the same.

A benchmark is a module of ``measures`` with three names:

``CONFIGURATION``  a dict of sizes, repetitions and seeds;
``run``            a function from a configuration to rows (``benchmarks.results.Row``);
``SLICE``          entries that replace some of the configuration to make it run in seconds.

``python -m benchmarks [NAME ...]`` runs some or all, writes ``data/benchmarks/NAME.json``
and prints a table. Both sides of a pair get the same input, must agree before they are timed, and
take turns (``bertlab.timing``); a library that leaves threads spinning has a process of its own
(``benchmarks.sides``). Tests assert nothing about time. ``agreement`` compares what both sides say,
``oracles`` and ``onnx_peer`` load the other libraries, ``machine`` describes the processor; ``gpu``
is a command of its own.
"""

import json
import os
import time
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any

from benchmarks.machine import describe_machine
from benchmarks.results import Row
from bertlab.files import write_atomically
from bertlab.training.provenance import PROJECT, commit

FOLDER = PROJECT / "data" / "benchmarks"
NAMES = (  # in the order of the table
    "encoder",
    "fine_tuning",
    "masked_lm",
    "text_vectors",
    "wordpiece",
)


def benchmark(name: str) -> ModuleType:
    """Return the module of a benchmark.

    Raises:
        ValueError: If there is none of that name.
    """
    if name not in NAMES:
        raise ValueError(f"no benchmark {name!r}; there are: {', '.join(NAMES)}")
    return import_module(f"{__name__}.measures.{name}")


def record(name: str) -> Path:
    """Run a benchmark as configured and write its record; return the file.

    Raises:
        ValueError: If there is no such benchmark, or the two sides of a pair do not agree.
        ImportError: If a library to compare with is not installed.
    """
    module, load = benchmark(name), os.getloadavg()
    entries = {
        "benchmark": name,
        "command": f"python -m benchmarks {name}",
        "commit": commit(),
        "machine": {**describe_machine(), "load_at_start": [round(value, 2) for value in load]},
        "configuration": module.CONFIGURATION,
    }
    began = time.perf_counter()
    rows: list[Row] = module.run(module.CONFIGURATION)
    entries |= {
        "minutes": round((time.perf_counter() - began) / 60, 2),
        "rows": [row.to_json() for row in rows],
    }
    FOLDER.mkdir(parents=True, exist_ok=True)
    text = json.dumps(entries, indent=1, ensure_ascii=False) + "\n"
    write_atomically(FOLDER / f"{name}.json", text.encode())
    return FOLDER / f"{name}.json"


def is_older(name: str, entries: dict[str, Any]) -> bool:
    """Tell whether a record was made with another configuration than that of today."""
    today: Any = json.loads(json.dumps(benchmark(name).CONFIGURATION))
    return entries["configuration"] != today


def recorded() -> dict[str, dict[str, Any]]:
    """Return all records there are, by name, in the order of the table."""
    paths = {name: FOLDER / f"{name}.json" for name in NAMES}
    return {
        name: json.loads(path.read_text(encoding="utf-8"))
        for name, path in paths.items()
        if path.is_file()
    }
