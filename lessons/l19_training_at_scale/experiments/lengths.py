"""Trained on texts of 64 characters, read at 128: which positions go on?

Decided before the run. The encoder of today without its window (else no distance above 8 would be
seen in a layer), 1,600 updates on texts of 64; only the positions differ. ``learned`` has a table
of 128, of which 64 to 127 stay as they were drawn; ``learned relative`` takes all distances from 16
on as one. After the 300 updates of a pilot these two were still near the loss of lesson 8's
plateau, hence so many. Three seeds.

What decides: held-out loss of the same characters, read alone (the first 64) and with the 64 that
follow, and the loss of those that follow.

Budget: 40 minutes of one core (pilot: 0.11 s an update).
"""

from lessons.l19_training_at_scale.trials import SETTINGS, TINY, TODAY, MaskedTrial, run_all

from pathlib import Path
from typing import Any

from torch import Tensor

from bertlab.model.modern_config import POSITIONS
from bertlab.pretraining.data import PretrainingBatch
from workbook.records import RUNS

KEPT: Path = RUNS / "lengths.safetensors"
TWICE = 128


def with_positions(positions: str) -> dict[str, Any]:
    """Return the kind with these positions."""
    switches = {**TODAY, "global_every": 1, "positions": positions, "max_positions": TWICE}
    return {"model": switches}


CONFIGURATION: dict[str, Any] = {
    **SETTINGS,
    "training": {**SETTINGS["training"], "steps": 1600},
    "runs": {positions: with_positions(positions) for positions in POSITIONS},
}
SLICE: dict[str, Any] = {**TINY, "runs": {"functional": with_positions("functional")}}


class LengthTrial(MaskedTrial):
    """A trial that reads texts of twice the length, and their first half alone."""

    def results(self) -> dict[str, Tensor]:
        """Return the losses in both halves, and in the first without the other."""
        length = self.configuration["max_length"]
        longer = {**self.configuration, "max_length": TWICE}
        whole = MaskedTrial(longer, self.seed).judged()
        near = whole.positions % whole.input_ids.shape[1] < length
        together = self.losses(whole)
        return {
            "first half, alone": self.losses(first_places(whole, length)),
            "first half": together[near],
            "second half": together[~near],
        }


def first_places(batch: PretrainingBatch, length: int) -> PretrainingBatch:
    """Return the beginning of every text of a batch, and the questions asked there."""
    ids, types, mask, positions, targets, labels = batch
    row, place = positions // ids.shape[1], positions % ids.shape[1]
    kept = place < length
    asked = (row * length + place)[kept]
    ids, types, mask = (tensor[:, :length] for tensor in (ids, types, mask))
    return PretrainingBatch(ids, types, mask, asked, targets[kept], labels)


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train every kind; see ``trials.run_all``."""
    return run_all(configuration, KEPT, LengthTrial)
