"""What was measured on a GPU, in words: ``make gpu`` writes the records, lessons print them."""

import json
import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import mean, stdev
from typing import Any

from workbook.records import RUNS

_SEED = re.compile(r", seed \d+$")


def gpu_report(part: str, folder: Path = RUNS) -> str:
    """Return a part's record as lines of text, with its hardware and minutes.

    Args:
        part: ``correctness``, ``pretraining``, ``finetuning``, ``throughput`` or ``longer``.
        folder: Where the records are.

    Returns:
        A line for each thing measured, its seeds together as mean and standard deviation; one line
        that says *not measured* if there is no record.
    """
    path = folder / f"gpu_{part}.json"
    if not path.is_file():
        return f"{part} on a GPU: not measured"
    entries = json.loads(path.read_text(encoding="utf-8"))
    machine = entries["machine"]
    software = [f"{name} {machine[name]}" for name in ("torch", "transformers")]
    driver = [f"driver {machine['driver_version']}"] if "driver_version" in machine else []
    first = ", ".join([machine["gpu"] or "no GPU, a dry run", *driver, *software])
    lines = [f"{part} on a GPU: {first}; {entries['minutes']:.1f} minutes"]
    groups: dict[str, list[Mapping[str, Any]]] = defaultdict(list)
    for name, one in entries["measurements"].items():
        groups[_SEED.sub("", name)].append(one)
    lines += [f"{name}: {_line(found)}" for name, found in groups.items()]
    if entries["skipped"]:
        lines.append(f"not measured, for lack of time: {'; '.join(entries['skipped'])}")
    return "\n".join(lines)


def _line(found: Sequence[Mapping[str, Any]]) -> str:
    done = [one["results"] for one in found if "results" in one]
    failed = [one["error"] for one in found if "error" in one]
    parts = []
    if done:
        names = [name for name, value in done[0].items() if value is not None]
        parts = [f"{name} {_value([one[name] for one in done])}" for name in names]
        parts += [f"{len(done)} seeds"] if len(done) > 1 else []
    return "; ".join(parts + [f"failed ({error})" for error in failed])


def _value(values: Sequence[Any]) -> str:
    """Write one value, or the mean of several with their standard deviation."""
    if any(not isinstance(value, int | float) for value in values):
        return ", ".join(dict.fromkeys(map(str, values)))
    text = f"{mean(values):.4g}"
    return text if len(values) < 2 else f"{text} ± {stdev(values):.2g}"
