"""What generated paraphrases are made of: events with several wordings, and words for their slots.

They are written down in ``paraphrases.toml``: for each part its events, each a list of wordings,
the two names of each person, and places, things and times.
"""

import tomllib
from importlib.resources import files

_FILE = files("bertlab.datasets.generated") / "paraphrases.toml"
_PARTS = tomllib.loads(_FILE.read_text(encoding="utf-8"))

EVENTS: dict[str, list[list[str]]] = {name: part["events"] for name, part in _PARTS.items()}
PERSONS: dict[str, list[list[str]]] = {name: part["persons"] for name, part in _PARTS.items()}
DETAILS: dict[str, dict[str, list[str]]] = {name: part["details"] for name, part in _PARTS.items()}
