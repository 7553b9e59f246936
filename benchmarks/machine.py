"""The machine that a benchmark ran on, and its software."""

import platform
import subprocess
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

from bertlab.training.provenance import hardware

LIBRARIES = ("transformers", "tokenizers", "gensim", "nltk", "numpy")


def describe_machine() -> dict[str, Any]:
    """Return the processor, its cores, the threads in use, and the versions of the libraries."""
    found = {"processor": processor(), **hardware()}
    for name in LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = None
    return found


def processor(cpuinfo: Path = Path("/proc/cpuinfo")) -> str:
    """Return the model of the processor, as far as the system tells."""
    if cpuinfo.is_file():  # Linux
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == "model name":
                return value.strip()
    elif platform.system() == "Darwin":
        command = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return platform.processor() or platform.machine()


def machine_line(machine: Mapping[str, Any]) -> str:
    """Return the description as one line of text."""
    load = ", ".join(map(str, machine["load_at_start"]))
    parts = [
        f"{machine['processor']}, {machine['cpu_cores']} cores",
        f"{machine['threads']} threads",
        *([machine["gpu"]] if machine["gpu"] else []),
        f"load {load} at the start",
        f"Python {machine['python']}",
        *(f"{name} {machine[name]}" for name in ("torch", *LIBRARIES) if machine[name]),
    ]
    return "; ".join(parts)
