"""The libraries that benchmarks compare with, loaded when they are needed."""

import os
from importlib import import_module
from pathlib import Path
from typing import Any


def library(name: str) -> Any:
    """Import a library to compare with.

    Raises:
        ImportError: If it is not installed; the message says what to do.
    """
    try:
        return import_module(name)
    except ImportError as error:
        raise ImportError(
            f"this benchmark compares with {name}, which cannot be imported ({error}); "
            "make env installs it"
        ) from error


def transformers_model(
    architecture: str, folder: str | Path, attention: str = "sdpa", **options: Any
) -> Any:
    """Return a model of ``transformers``, with torch's fused attention, from a folder on disk."""
    os.environ.setdefault("HF_HUB_OFFLINE", "1")
    transformers = library("transformers")
    transformers.utils.logging.disable_progress_bar()
    transformers.utils.logging.set_verbosity_error()  # it warns of heads that are fresh
    kind = getattr(transformers, architecture)
    return kind.from_pretrained(folder, attn_implementation=attention, **options)
