"""Which files of ``data/`` a notebook reads: noted while it is built, and kept in its metadata.

A test asks whether each of them is in the bundle that students have in Colab.
"""

import os
import sys
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
DATA, FETCHED = f"{ROOT / 'data'}/", f"{ROOT / 'data' / 'cache'}/"
reads: set[str] = set()  # paths below the project's folder


def watch() -> None:
    """Watch this kernel from now on: what Python opens, and safetensors, which has its own way."""
    import safetensors

    sys.addaudithook(lambda event, arguments: _opened(arguments[0]) if event == "open" else None)
    library: Any = safetensors
    real = library.safe_open

    def safe_open(filename: Any, *arguments: Any, **options: Any) -> Any:
        _opened(filename)
        return real(filename, *arguments, **options)

    library.safe_open = safe_open


def _opened(path: object) -> None:
    if isinstance(path, str | os.PathLike):
        file = os.path.abspath(path)
        if file.startswith(DATA) and not file.startswith(FETCHED) and os.path.isfile(file):
            reads.add(os.path.relpath(file, ROOT))
