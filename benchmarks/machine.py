"""The machine that a benchmark ran on, and its software."""

import platform
import subprocess
from collections.abc import Mapping
from importlib import metadata
from pathlib import Path
from typing import Any

from bertlab.training.provenance import hardware

LIBRARIES = (
    "transformers",
    "tokenizers",
    "onnxruntime",
    "sentence-transformers",
    "numpy",
)
INSTRUCTIONS = ("avx2", "avx512f", "avx512_bf16", "amx_bf16")  # that decide which way is fastest
CPUINFO = Path("/proc/cpuinfo")


def describe_machine() -> dict[str, Any]:
    """Return the processor, its cores, the threads in use, and the versions of the libraries."""
    found = {"processor": processor(), "flags": flags(), **hardware()}
    for name in LIBRARIES:
        try:
            found[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            found[name] = None
    return found


def cpu_entry(wanted: str, cpuinfo: Path = CPUINFO) -> str:
    """Return the first entry of that name in Linux's list of processors; ``""`` if none is."""
    if cpuinfo.is_file():
        for line in cpuinfo.read_text(encoding="utf-8").splitlines():
            name, _, value = line.partition(":")
            if name.strip() == wanted:
                return value.strip()
    return ""


def flags(cpuinfo: Path = CPUINFO) -> list[str]:
    """Return which of the wide instructions the processor has, as far as the system tells."""
    found = cpu_entry("flags", cpuinfo).split()
    return [name for name in INSTRUCTIONS if name in found]


def processor(cpuinfo: Path = CPUINFO) -> str:
    """Return the model of the processor, as far as the system tells."""
    if model := cpu_entry("model name", cpuinfo):
        return model
    if platform.system() == "Darwin":
        command = ["sysctl", "-n", "machdep.cpu.brand_string"]
        return subprocess.run(command, capture_output=True, text=True, check=False).stdout.strip()
    return platform.processor() or platform.machine()


def machine_line(machine: Mapping[str, Any]) -> str:
    """Return the description as one line of text."""
    load = ", ".join(map(str, machine["load_at_start"]))
    parts = [
        f"{machine['processor']}, {machine['cpu_cores']} cores",
        *([" ".join(machine["flags"])] if machine.get("flags") else []),
        f"{machine['threads']} threads",
        *([machine["gpu"]] if machine["gpu"] else []),
        f"load {load} at the start",
        f"Python {machine['python']}",
        *(f"{name} {machine[name]}" for name in ("torch", *LIBRARIES) if machine.get(name)),
    ]
    return "; ".join(parts)
