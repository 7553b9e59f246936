"""AdamW and LAMB at batches of 32 and of 512, with equal numbers of texts.

Decided before the run. The encoder of today, 64 wide: 2,000 updates of 32 texts, or 125 of 512.
Each of the four has the rate, of four in steps of two, at which its loss was lowest with a seed of
its own (3), at full length; only then come the three seeds. Where the steps lie, a pilot said: with
512 texts AdamW was at 2.22 (4e-3) and 2.20 (1.2e-2), LAMB at 2.26 (1.6e-2) and 2.03 (4e-2) after
150 updates. 5% warm-up, linear fall, and a decay of 0.01 for all.

A run whose gradient becomes infinite ends there, and is judged as it is then. (LAMB with 32 texts
did so at 3.2e-2.)

What decides: held-out loss, paired by seeds.

Budget: 50 minutes of one core with the grid (pilot: 0.05 s an update of 32, 0.8 s one of 512).
"""

from lessons.l19_training_at_scale.trials import SETTINGS, TINY, TODAY, MaskedTrial, run_all

from pathlib import Path
from typing import Any

from workbook.records import RUNS

KEPT: Path = RUNS / "batches.safetensors"
SMALL = {"batch_size": 32, "steps": 2000}
LARGE = {"batch_size": 512, "steps": 125}

CONFIGURATION: dict[str, Any] = {
    **SETTINGS,
    "standard": {
        **SETTINGS["standard"],
        "size": "small",
        "model": {**TODAY, "intermediate_size": 171},
    },
    "grid": {
        "AdamW, 32": {"way": "AdamW", "training": SMALL, "rates": [1e-3, 2e-3, 4e-3, 8e-3]},
        "AdamW, 512": {"way": "AdamW", "training": LARGE, "rates": [2e-3, 4e-3, 8e-3, 1.6e-2]},
        "LAMB, 32": {"way": "LAMB", "training": SMALL, "rates": [4e-3, 8e-3, 1.6e-2, 3.2e-2]},
        "LAMB, 512": {"way": "LAMB", "training": LARGE, "rates": [2e-2, 4e-2, 8e-2, 1.6e-1]},
    },
    "seed of the grid": 3,
    "log_every": 125,
}
SLICE: dict[str, Any] = {
    **TINY,
    "grid": {"LAMB, 32": {"way": "LAMB", "training": {"steps": 2}, "rates": [1e-3, 1e-2]}},
}


class CarefulTrial(MaskedTrial):
    """A trial that ends where its gradient becomes infinite."""

    def learn(self) -> dict[str, Any]:
        """Train the model; see ``MaskedTrial``. Without a ``curve`` it did not get to its end."""
        try:
            return super().learn()
        except FloatingPointError:
            return {"curve": [], "minutes": 0.0}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Choose the rate of each optimizer and batch, then train with it.

    Returns:
        ``grid``: for each optimizer and batch the loss at each rate; ``chosen``: the rates;
        ``runs``: see ``trials.run_all``.
    """
    shared = dict(configuration)
    cells, seed = shared.pop("grid"), shared.pop("seed of the grid")

    def kind(name: str, rate: float) -> dict[str, Any]:
        training = {**cells[name]["training"], "learning_rate": rate}
        return {"way": cells[name]["way"], "training": training}

    runs = {
        f"{name}, {rate:g}": kind(name, rate) for name in cells for rate in cells[name]["rates"]
    }
    alone, kept = {**shared, "runs": runs, "seeds": [seed]}, KEPT.with_stem("batches_grid")
    tried = run_all(alone, kept, CarefulTrial)
    grid = {
        name: [tried[f"{name}, {rate:g}"][0]["loss"]["held-out"] for rate in cell["rates"]]
        for name, cell in cells.items()
    }
    chosen = {
        name: cells[name]["rates"][losses.index(min(losses))] for name, losses in grid.items()
    }
    runs = {name: kind(name, rate) for name, rate in chosen.items()}
    learned = run_all({**shared, "runs": runs}, KEPT, CarefulTrial)
    return {"grid": grid, "chosen": chosen, "runs": learned}
