"""The control of ``replaced_tokens``, and a point on the way of masked words.

Decided before the run, with ``replaced_tokens``: everything as there, but for the arms.
``chosen places`` is ELECTRA whose detector learns only at the places that the generator wrote at:
it says whether *all places* is the reason. ``masked words`` after 500 updates is the point beside
ELECTRA's; its last one is ``plain`` of ``what_to_mask``. Three seeds.

Budget: 45 minutes of one core. ``minutes`` are of the process. What is done is kept in
``build/replaced_tokens``, so that an interrupted run goes on.
"""

from lessons.l17_what_to_predict.experiments import replaced_tokens

from pathlib import Path
from typing import Any

from workbook.records import RUNS

KEPT: Path = RUNS / "chosen_places.safetensors"

CONFIGURATION: dict[str, Any] = {
    **replaced_tokens.CONFIGURATION,
    "arms": {"chosen places": [1000], "masked words": [500]},
}
SLICE: dict[str, Any] = {
    **replaced_tokens.SLICE,
    "arms": {"chosen places": [2], "masked words": [1]},
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train every arm with every seed, on one thread; returned and kept as ``replaced_tokens``."""
    return replaced_tokens.run_and_keep(configuration, KEPT)
