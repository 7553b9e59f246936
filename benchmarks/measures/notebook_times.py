"""How long the notebooks take when they are built, and which one is the slowest."""

import json
from pathlib import Path
from typing import Any

from benchmarks.results import Row
from benchmarks.timing import Spread
from bertlab.training.provenance import PROJECT

CONFIGURATION: dict[str, Any] = {"file": "build/notebook_times.json", "reach": 1200.0}
SLICE: dict[str, Any] = {}


def run(configuration: dict[str, Any]) -> list[Row]:
    """Read what ``make notebooks`` wrote; nothing is executed here."""
    path = PROJECT / configuration["file"]
    if not path.is_file():
        note = f"no {configuration['file']}: make notebooks writes it"
        return [Row("all notebooks", "-", "s", None, configuration["reach"], True, note=note)]
    return rows_of(path, configuration["reach"])


def rows_of(path: Path, reach: float) -> list[Row]:
    """Return the sum of all seconds, and the slowest notebook."""
    seconds = {name: one["seconds"] for name, one in json.loads(path.read_text()).items()}
    slowest = max(seconds, key=lambda name: seconds[name])
    total = sum(seconds.values())
    note = "one after the other, when last built; make test checks the package besides"
    sizes = {f"all {len(seconds)} notebooks": total, f"the slowest, {slowest}": seconds[slowest]}
    return [
        Row(work, "-", "s", Spread(*[size] * 4), limit, at_most=True, note=note)
        for (work, size), limit in zip(sizes.items(), (reach, None), strict=True)
    ]
