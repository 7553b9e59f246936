"""``python -m benchmarks [NAME ...]``: run benchmarks, record them, print the table.

``python -m benchmarks gpu`` is another command: see ``benchmarks.gpu``.
"""

import subprocess
import sys
from collections.abc import Sequence

from benchmarks import NAMES, benchmark, is_older, record, recorded
from benchmarks.gpu import PARTS
from benchmarks.machine import machine_line
from benchmarks.results import Row, table
from workbook.gpu_records import gpu_report


def report(names: Sequence[str] = NAMES) -> str:
    """Return records as one table, with each machine they come from; with all, those of a GPU."""
    records = {name: entries for name, entries in recorded().items() if name in names}
    if not records:
        return "nothing was measured yet"
    rows = [Row.from_json(row) for entries in records.values() for row in entries["rows"]]
    machines: dict[str, list[str]] = {}
    for name, entries in records.items():
        label = f"{name} (of an older configuration)" if is_older(name, entries) else name
        machines.setdefault(machine_line(entries["machine"]), []).append(label)
    lines = [f"{', '.join(names)}: {machine}" for machine, names in machines.items()]
    minutes = sum(entries["minutes"] for entries in records.values())
    on_gpu = [f"\n{gpu_report(part)}" for part in PARTS if names is NAMES]
    return "\n".join([table(rows), "", *lines, f"{minutes:.1f} minutes in all", *on_gpu])


def main(names: list[str]) -> str | None:
    """Run one benchmark here, or several in a process each; return what went wrong, if anything.

    What one leaves in memory would slow the next: each has a process of its own.
    """
    if names[:1] == ["gpu"]:
        from benchmarks.gpu.command import main as measure_gpu  # here: it needs torch at once

        return measure_gpu(names[1:])
    try:
        for name in names:
            benchmark(name)
        if len(names) == 1:
            record(names[0])
            print(report(names))
            return None
    except (ValueError, ImportError) as error:
        return str(error)
    failed = []
    for name in names or NAMES:
        print(f"{name} ...", flush=True)
        command = [sys.executable, "-m", "benchmarks", name]
        if subprocess.run(command, check=False).returncode:
            failed.append(name)
    print(report())
    return f"failed: {', '.join(failed)}" if failed else None


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
