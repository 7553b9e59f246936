"""What generated texts are made of: wordings, names and things, written down in TOML files."""

import tomllib
from importlib.resources import files
from typing import Any


def read_templates(name: str) -> dict[str, Any]:
    """Return what stands in ``NAME.toml`` of this folder."""
    file = files("bertlab.datasets.generated") / f"{name}.toml"
    return tomllib.loads(file.read_text(encoding="utf-8"))
