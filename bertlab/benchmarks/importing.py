"""What ``import bertlab`` costs beyond ``import torch``, each in a fresh process."""

import subprocess
import sys
from collections.abc import Callable
from typing import Any

from bertlab.benchmarks.results import Row
from bertlab.benchmarks.timing import interleaved, spread

CONFIGURATION: dict[str, Any] = {"modules": ["bertlab", "torch"], "reach": 0.2, "repetitions": 7}
SLICE: dict[str, Any] = {"modules": ["colorsys", "keyword"], "repetitions": 1}


def run(configuration: dict[str, Any]) -> list[Row]:
    """Return the difference in seconds."""
    ours, theirs = configuration["modules"]
    works = {name: importer(name) for name in (ours, theirs)}
    times = interleaved(works, configuration["repetitions"], shortest=0.0)
    more = [a - b for a, b in zip(times[ours], times[theirs], strict=True)]
    return [
        Row(
            f"import {ours}",
            f"import {theirs}",
            "s more",
            spread(more),
            configuration["reach"],
            at_most=True,
            ours=spread(times[ours]),
            theirs=spread(times[theirs]),
        )
    ]


def importer(name: str) -> Callable[[], object]:
    """Return a function that starts a Python which imports a module and ends."""
    command = [sys.executable, "-c", f"import {name}"]
    return lambda: subprocess.run(command, check=True)
