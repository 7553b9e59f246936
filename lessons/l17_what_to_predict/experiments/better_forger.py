"""ELECTRA and its control once more, with a generator that has learned before.

Decided before the run: everything as in ``replaced_tokens`` and ``chosen_places``, but for the
generator. There it begins with random weights and is right at one of 100 hidden places, so that at
these *replaced* is nearly always the answer, and the control has nothing to learn from. Here it
begins as the first layer of ``bert-mini-zh``, and learns 500 updates with masked words while its
embeddings stay as they are. A pilot with one seed (training and validation text): it guesses 32% of
the hidden characters; ``bert-mini-zh`` itself guesses 36%. Both arms, three seeds, only the end.

Budget: 65 minutes of one core. ``minutes`` are of the process. What is done is kept in
``build/replaced_tokens``, so that an interrupted run goes on.
"""

from lessons.l17_what_to_predict.experiments import replaced_tokens
from lessons.l17_what_to_predict.learning.continued import PRETRAINED, WAYS

from pathlib import Path
from typing import Any

from bertlab.model.checkpoint import write_tensors
from workbook.records import RUNS

KEPT: Path = RUNS / "better_forger.safetensors"

CONFIGURATION: dict[str, Any] = {
    **replaced_tokens.CONFIGURATION,
    "arms": {way + PRETRAINED: [1000] for way in WAYS},
    "generator": {
        **replaced_tokens.CONFIGURATION["generator"],
        "pretraining": {"steps": 500, "learning_rate": 1e-3, "warmup": 0.1},
    },
}
SLICE: dict[str, Any] = {
    **replaced_tokens.SLICE,
    "arms": {way + PRETRAINED: [2] for way in WAYS},
    "generator": {
        **replaced_tokens.CONFIGURATION["generator"],
        "pretraining": {"steps": 2, "learning_rate": 1e-4, "warmup": 0.0},
    },
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train both arms with every seed, on one thread; returned and kept as ``replaced_tokens``."""
    found, kept = replaced_tokens.of_all(configuration)
    if configuration["keep"]:
        write_tensors(KEPT, kept)
    return found
