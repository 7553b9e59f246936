"""AdamW and LAMB at batches of 32 and of 512, with equal numbers of texts.

Decided before the run. The encoder of today, 64 wide: 2,400 updates of 32 texts, or 150 of 512.
Each of the four has the rate of the grid at which its loss was lowest with a seed of its own (3),
at full length; only then come the three seeds. 5% warm-up, linear fall, decay 0.01 for all.

What decides: held-out loss, paired by seeds.

Budget: 60 minutes of one core with the grid. What is done is kept in ``build``.
"""

from lessons.l19_training_at_scale.trials import SETTINGS, TINY, TODAY, run_all

from itertools import product
from pathlib import Path
from typing import Any

from workbook.records import RUNS

KEPT: Path = RUNS / "batches.safetensors"

CONFIGURATION: dict[str, Any] = {
    **SETTINGS,
    "standard": {
        **SETTINGS["standard"],
        "size": "small",
        "model": {**TODAY, "intermediate_size": 171},
    },
    "updates": {"32": 2400, "512": 150},
    "rates": {"AdamW": [1e-3, 2e-3, 4e-3, 8e-3], "LAMB": [4e-3, 8e-3, 1.6e-2, 3.2e-2]},
    "seed of the grid": 3,
    "log_every": 150,
}
SLICE: dict[str, Any] = {**TINY, "updates": {"4": 2}, "rates": {"LAMB": [1e-3, 1e-2]}}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Choose the rate of each optimizer and batch, then train with it.

    Returns:
        ``grid``: for each optimizer and batch the loss at each rate; ``chosen``: the rates;
        ``runs``: see ``trials.run_all``.
    """
    shared, own = dict(configuration), ("updates", "rates", "seed of the grid")
    updates, rates, seed = (shared.pop(name) for name in own)
    cells = {f"{way}, {batch}": (way, batch) for way, batch in product(rates, updates)}

    def kind(cell: str, rate: float) -> dict[str, Any]:
        way, batch = cells[cell]
        training = {"batch_size": int(batch), "steps": updates[batch], "learning_rate": rate}
        return {"way": way, "training": training}

    tried = {
        f"{cell}, {rate:g}": kind(cell, rate) for cell in cells for rate in rates[cells[cell][0]]
    }
    found = run_all({**shared, "runs": tried, "seeds": [seed]}, KEPT.with_stem("batches_grid"))
    grid = {name: seeds[0]["loss"]["held-out"] for name, seeds in found.items()}
    best = {
        cell: min((n for n in grid if n.startswith(f"{cell}, ")), key=grid.__getitem__)
        for cell in cells
    }
    chosen = {cell: tried[name]["training"]["learning_rate"] for cell, name in best.items()}
    runs = {cell: kind(cell, rate) for cell, rate in chosen.items()}
    return {"grid": grid, "chosen": chosen, "runs": run_all({**shared, "runs": runs}, KEPT)}
