"""Run a notebook from top to bottom, and keep the outputs that repeat and that a page can show."""

import os
import sys
import time
from collections.abc import Sequence
from itertools import groupby
from pathlib import Path
from typing import Any

from ipykernel.kernelspec import RESOURCES, get_kernel_dict
from jupyter_client.kernelspec import KernelSpec, KernelSpecManager
from jupyter_client.manager import AsyncKernelManager
from nbclient import NotebookClient
from nbformat import NotebookNode

WIDGET = "application/vnd.jupyter.widget-view+json"
CELL_TIMEOUT = 600  # seconds
SLOW = 5  # seconds: cells that take longer are named
ENVIRONMENT = {
    "TQDM_DISABLE": "1",  # progress bars show times
    "PYTHONHASHSEED": "0",  # the order of sets
    "CUDA_VISIBLE_DEVICES": "",  # the committed outputs are those of a CPU
    "OMP_NUM_THREADS": "2",  # sums depend on how they are split among threads
    "OMP_WAIT_POLICY": "PASSIVE",  # threads that wait leave the processor to others
    "OPENBLAS_NUM_THREADS": "2",
    "MKL_NUM_THREADS": "2",
    "BERTLAB_KERNELS": "torch",  # which way to a product is fastest differs between machines
    "BERTLAB_PROGRESS": "off",  # what was solved here is no part of a lesson
    "BERTLAB_FIGURES": "strict",  # a build is the test of what it shows
    "HF_HUB_OFFLINE": "1",  # a page that can be reached here is out of reach elsewhere
}


class OnePython(KernelSpecManager):
    """Finds one kernel, whatever is installed where: that of a given interpreter."""

    def __init__(self, python: str):
        super().__init__()
        self.python = python

    def get_kernel_spec(self, kernel_name: str) -> KernelSpec:
        """Return the kernel of the interpreter."""
        entries = get_kernel_dict()
        entries["argv"][0] = self.python
        return KernelSpec(resource_dir=RESOURCES, **entries)


def run_notebook(
    notebook: NotebookNode,
    folder: Path,
    python: str = sys.executable,
    first: Sequence[str] = (),
) -> dict[str, Any]:
    """Execute a notebook in place, in a kernel of its own.

    Args:
        notebook: What to execute; outputs and execution counts are filled in.
        folder: Working folder of the kernel.
        python: Interpreter that the kernel runs in, with ``ipykernel``; by default this one.
        first: Lines of code that the kernel runs before the first cell.

    Returns:
        ``seconds`` it took; ``slow_cells``, the seconds of those that took long, by cell id; and
        ``peak_mb``, the kernel's peak memory in MB (None where the system does not tell).

    Raises:
        nbclient.exceptions.CellExecutionError: If a cell fails. The message shows it.
    """
    manager = AsyncKernelManager(kernel_name="python3", kernel_spec_manager=OnePython(python))
    client = NotebookClient(
        notebook,
        km=manager,
        timeout=CELL_TIMEOUT,
        record_timing=False,
        store_widget_state=False,
        extra_arguments=[
            "--IPKernelApp.log_level=40",  # errors only
            *(f"--IPKernelApp.exec_lines={line}" for line in first),
        ],
        resources={"metadata": {"path": str(folder)}},
    )
    slow: dict[str, int] = {}
    start = time.perf_counter()
    with client.setup_kernel(env={**os.environ, **ENVIRONMENT}, cleanup_kc=True):
        for index, cell in enumerate(notebook.cells):
            began = time.perf_counter()
            client.execute_cell(cell, index)
            if (took := time.perf_counter() - began) > SLOW:
                slow[cell.id] = round(took)
        peak = _peak_memory(getattr(manager.provisioner, "pid", None))
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = tidy(cell.outputs)
    seconds = round(time.perf_counter() - start, 1)
    return {"seconds": seconds, "slow_cells": slow, "peak_mb": peak}


def tidy(outputs: list[NotebookNode]) -> list[NotebookNode]:
    """Return the outputs of a cell as they are stored.

    Text that was printed in one go may arrive in pieces, so neighbours of one stream are joined. A
    live view of a widget needs its kernel, so only the static forms of the same output stay; of an
    output without one, nothing.
    """
    kept = []
    for stream, group in groupby(outputs, lambda out: out.get("name")):
        pieces = list(group)
        if stream:
            pieces[0].text = "".join(piece.text for piece in pieces)
            pieces = pieces[:1]
        for piece in pieces:
            piece.get("data", {}).pop(WIDGET, None)
        kept += [piece for piece in pieces if piece.get("data") != {}]
    return kept


def _peak_memory(process: int | None) -> int | None:
    """Return the peak memory of a running process in MB, or None where the system does not tell."""
    status = Path(f"/proc/{process}/status")
    if not status.exists():
        return None
    (line,) = [line for line in status.read_text().splitlines() if line.startswith("VmHWM:")]
    return round(int(line.split()[1]) / 1024)
