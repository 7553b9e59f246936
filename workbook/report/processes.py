"""The processes below one, as deep as they go: how many, and how much memory they hold.

Read from /proc, so on Linux alone; elsewhere none is seen.
"""

import os
from collections.abc import Sequence
from pathlib import Path


def family(pid: int) -> tuple[int, int]:
    """Count the processes below one, and the bytes of memory that they hold."""
    page, count, pages = os.sysconf("SC_PAGE_SIZE"), 0, 0
    for child in children(pid):
        try:
            pages += int(Path(f"/proc/{child}/statm").read_text().split()[1])
            count += 1
        except (OSError, IndexError):
            continue
    return count, pages * page


def children(pid: int) -> list[int]:
    """Return the processes below one, as deep as they go (Linux; elsewhere none)."""
    parents: dict[int, list[int]] = {}
    for entry in _processes():
        try:
            fields = Path(f"/proc/{entry}/stat").read_text().rpartition(")")[2].split()
            parents.setdefault(int(fields[1]), []).append(entry)
        except (OSError, IndexError):
            continue
    found: Sequence[int] = [pid]
    below: list[int] = []
    while found:
        found = [child for one in found for child in parents.get(one, [])]
        below += found
    return below


def _processes() -> list[int]:
    if not Path("/proc").is_dir():
        return []
    return [int(name) for name in os.listdir("/proc") if name.isdigit()]
