"""``python -m benchmarks gpu``: measure on a GPU what is still to be measured, and print it."""

import argparse
from collections.abc import Sequence
from importlib import import_module
from pathlib import Path

import torch

from benchmarks.gpu import PARTS
from benchmarks.gpu.machine import chosen_device
from benchmarks.gpu.pack import pack, reading_from
from benchmarks.gpu.record import PACK, Budget, begin, measure
from bertlab.training.provenance import PROJECT
from workbook.gpu_records import gpu_report
from workbook.records import RUNS

DRY = PROJECT / "build" / "gpu_dry_run"  # figures of a processor are no records


def run(parts: Sequence[str], device: torch.device, folder: Path, seconds: int | float) -> None:
    """Make the measurements of some parts, in order, for as long as there is time.

    Args:
        parts: Names among ``PARTS``.
        device: A GPU, or a processor, which makes the small ones of ``SLICE``.
        folder: Of the records.
        seconds: For all parts together.

    Raises:
        ValueError: If a record there comes from another GPU or configuration.
    """
    budget = Budget(seconds)
    with reading_from(PACK):
        for part in parts:
            module = import_module(f"benchmarks.gpu.{part}")
            small = {} if device.type == "cuda" else module.SLICE
            configuration = {**module.CONFIGURATION, **small}
            entries = begin(part, configuration, folder)
            print(f"{part}: {budget.left():.0f} s are left", flush=True)
            for one in module.measurements(configuration, device):
                measure(entries, one, budget, folder)


def main(arguments: Sequence[str]) -> str | None:
    """Run the command; return what went wrong, if anything."""
    parser = argparse.ArgumentParser(prog="python -m benchmarks gpu", description=__doc__)
    parser.add_argument("--only", choices=PARTS, action="append", help="a part; may come again")
    parser.add_argument("--minutes", type=float, default=8.0, help="for all parts together (8)")
    parser.add_argument("--into", type=Path, help="folder of the records (data/runs)")
    parser.add_argument("--pack", action="store_true", help="gather the data in build/gpu; no run")
    options = parser.parse_args(arguments)
    try:
        if options.pack:
            print(f"build/gpu: {pack(PACK) / 2**20:.1f} MiB")
            return None
        device = chosen_device()
        folder = options.into or (RUNS if device.type == "cuda" else DRY)
        parts = options.only or PARTS
        run(parts, device, folder, 60 * options.minutes)
    except ValueError as error:
        return str(error)
    print("\n\n".join(gpu_report(part, folder) for part in parts))
    return None
