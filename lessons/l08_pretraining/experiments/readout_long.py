"""The masked-word read-out of ``minilm`` that is shipped: the best small change, trained longer.

The change is stored in ``data/checkpoints/minilm-words``;
``bertlab.pretraining.readout.full_folder`` makes a whole model of it. Budget: about half an hour of
one core.
"""

from lessons.l08_pretraining.experiments.readout import curve, fresh, texts

from typing import Any

from bertlab.model.pretrained import CHECKPOINTS
from bertlab.pretraining.objectives import masked_scores
from bertlab.pretraining.readout import from_change
from bertlab.training.changes import save_change
from bertlab.training.config import TrainConfig
from workbook.experiments import one_thread

KEPT = CHECKPOINTS / "minilm-words"

CONFIGURATION: dict[str, Any] = {
    "way": "low rank 32",
    "seed": 0,
    "max_length": 64,
    "held_out": 300,
    "training": {"steps": 1500, "batch_size": 16, "learning_rate": 2e-3, "warmup": 0.1},
    "log_every": 100,
    "keep": True,
}
SLICE: dict[str, Any] = {
    "held_out": 8,
    "training": {"steps": 2, "batch_size": 2, "learning_rate": 2e-3, "warmup": 0.1},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train the chosen way, on one thread, and store the change.

    Returns:
        The ``curve``, as in the experiment ``readout``; if the change is kept, also its scores on
        all held-out text as it is stored, in half precision: ``stored``.
    """
    with one_thread():
        train_data, held_out = texts(configuration["max_length"])
        model = fresh(configuration["way"], configuration["seed"])
        config = TrainConfig(
            **configuration["training"],
            seed=configuration["seed"],
            log_every=configuration["log_every"],
        )
        lines = curve(model, train_data, held_out, config, configuration["held_out"])
        found: dict[str, Any] = {"curve": lines}
        if configuration["keep"]:
            save_change(model, KEPT)
            scores = masked_scores(from_change(KEPT), held_out, len(held_out))
            found["stored"] = {name: round(value, 4) for name, value in scores.items()}
    return found
