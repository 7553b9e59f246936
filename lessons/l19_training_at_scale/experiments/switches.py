"""From the BERT of 2018 to the encoder of today, one switch at a time.

Decided before the run. Two layers of 128 and four heads; texts of 64 characters. Each switch alone
against the BERT of 2018, all together, and all but rotary positions; 2e-3 for all (lesson 8's rate,
tuned for none of the others). Equal operations: a kind makes as many updates as it can with the
multiplications of 1,600 updates of the BERT of 2018, counted by ``multiplications``. (Backward
passes take twice as many in all of them.) After the 400 updates of a pilot only those with rotary
positions had left the plateau of lesson 8, hence so many. Three seeds: weights, masks, order.

What decides: held-out loss at 15% of the characters, its difference to the BERT of 2018 with the
same seed, and the interval of that over seeds.

Budget: 110 minutes of one core (pilot: 0.11 to 0.125 s an update).
"""

from lessons.l19_training_at_scale.trials import GATED, SETTINGS, TINY, TODAY, WINDOW, run_all

from pathlib import Path
from typing import Any

from bertlab.pretraining.trials import SIZES
from workbook.records import RUNS

KEPT: Path = RUNS / "switches.safetensors"
CHARACTERS = 121  # of the vocabulary
TRAINING: dict[str, Any] = {**SETTINGS["training"], "steps": 1600}
OLD, ALL = "BERT of 2018", "all"
NEW: dict[str, Any] = {"model": TODAY, "rate": 0.3, "way": "WSD"}
KINDS: dict[str, dict[str, Any]] = {
    OLD: {},
    "no biases": {"model": {"biases": False}},
    "pre-norm": {"model": {"pre_norm": True}},
    "rotary": {"model": {"positions": "rotary"}},
    "GeGLU": {"model": GATED},
    "window": {"model": WINDOW},
    "30% masked": {"rate": 0.3},
    "WSD": {"way": "WSD"},
    ALL: NEW,
    "all but rotary": {**NEW, "model": {**TODAY, "positions": "learned"}},
}


def multiplications(kind: dict[str, Any], size: dict[str, int], length: int, words: int) -> int:
    """Count the multiplications of one text on its way through a model, norms left out.

    Args:
        kind: Its switches, under ``model``, and its ``rate`` of masks.
        size: As in ``SIZES``.
        length: Characters, specials included.
        words: Size of the vocabulary.
    """
    model, D = kind.get("model", {}), size["hidden_size"]
    width = model.get("intermediate_size", size["intermediate_size"])
    linear = length * D * (4 * D + (3 if model.get("gated") else 2) * width)
    rotated = 4 * length * D * (model.get("positions") == "rotary")  # queries and keys
    near = model.get("window", 0) // 2
    pairs = [
        sum(min(length, i + near + 1) - max(0, i - near) for i in range(length))
        if layer % model.get("global_every", 1)
        else length**2
        for layer in range(size["num_layers"])
    ]
    layers = size["num_layers"] * (linear + rotated) + 2 * D * sum(pairs)
    return layers + round(kind.get("rate", 0.15) * (length - 2)) * D * (D + words)


def updates(kind: dict[str, Any]) -> int:
    """Return how many updates a kind can make."""
    old, new = (
        multiplications(one, SIZES["middle"], SETTINGS["max_length"], CHARACTERS)
        for one in (KINDS[OLD], kind)
    )
    return round(TRAINING["steps"] * old / new)


CONFIGURATION: dict[str, Any] = {
    **SETTINGS,
    "training": TRAINING,
    "runs": {name: {**kind, "training": {"steps": updates(kind)}} for name, kind in KINDS.items()},
}
SLICE: dict[str, Any] = {**TINY, "runs": {ALL: NEW}}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train every kind; see ``trials.run_all``."""
    return run_all(configuration, KEPT)
