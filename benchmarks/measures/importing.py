"""What ``import bertlab`` costs beyond ``import torch``, each in a fresh process."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

from benchmarks.results import Row
from benchmarks.timing import interleaved, spread

CONFIGURATION: dict[str, Any] = {
    "modules": [
        "bertlab",
        "bertlab.model",
        "bertlab.finetuning",
    ],  # nothing, the model, training
    "beside": "torch",
    "reach": 0.25,
    "repetitions": 7,
}
SLICE: dict[str, Any] = {"modules": ["colorsys"], "beside": "keyword", "repetitions": 1}


def run(configuration: dict[str, Any]) -> list[Row]:
    """Return the difference in seconds for each module."""
    beside = configuration["beside"]
    works = {name: importer(name) for name in (*configuration["modules"], beside)}
    times = interleaved(works, configuration["repetitions"], shortest=0.0)
    return [
        Row(
            f"import {name}",
            f"import {beside}",
            "s more",
            spread([a - b for a, b in zip(times[name], times[beside], strict=True)]),
            configuration["reach"],
            at_most=True,
            ours=spread(times[name]),
            theirs=spread(times[beside]),
        )
        for name in configuration["modules"]
    ]


def importer(name: str) -> Callable[[], object]:
    """Return a function that starts a Python which imports a module and ends."""
    command = [sys.executable, "-c", f"import {name}"]
    return lambda: subprocess.run(command, check=True)
