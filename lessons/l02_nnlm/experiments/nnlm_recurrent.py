"""The recurrent language model: alone, and mixed with an n-gram model.

Settings were chosen on the validation split with seed 0, like those of ``nnlm``.
"""

from lessons.l02_nnlm.experiments.nnlm import fit_ngrams, keep, load, scoreboard, summarize, train
from lessons.l02_nnlm.recurrent import RecurrentLanguageModel

from collections.abc import Callable
from typing import Any

from bertlab.predecessors.ngrams.corpus import LanguageModelData
from bertlab.predecessors.nnlm.training import Training
from workbook.experiments import one_thread
from workbook.records import RUNS

KEPT = RUNS / "nnlm_recurrent.safetensors"

TRAINING: dict[str, Any] = {
    "learning_rate": 3e-3,
    "weight_decay": 0.1,
    "batch_size": 16,
    "max_epochs": 4,
}
CONFIGURATION: dict[str, Any] = {
    "vocabulary_size": 8000,
    "train_sentences": None,
    "held_out_sentences": None,
    "ngram_orders": [3, 5],
    "seeds": [0, 1, 2],
    "training": TRAINING,
    "sizes": {"hidden_size": 64, "chunk_size": 20},
    "keep": True,
}
SLICE: dict[str, Any] = {
    "train_sentences": 40,
    "held_out_sentences": 20,
    "ngram_orders": [3],
    "seeds": [0],
    "training": {**TRAINING, "max_epochs": 1},
    "keep": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train with every seed on one thread, and score.

    Returns:
        ``models`` and ``scoreboard`` as in ``nnlm``.
    """
    with one_thread():
        data = load(configuration)
        ngrams = fit_ngrams(configuration, data)
        scored = train(configuration, data, maker(configuration, data))
    if configuration["keep"]:
        keep(KEPT, {"test.recurrent": scored.test})
    results = {"recurrent": summarize(scored, ngrams)}
    return {"models": results, "scoreboard": scoreboard(results)}


def maker(
    configuration: dict[str, Any], data: LanguageModelData
) -> Callable[[int], RecurrentLanguageModel]:
    """Return a function from a seed to a recurrent model that is not yet fitted."""
    return lambda seed: RecurrentLanguageModel(
        data.vocabulary,
        **configuration["sizes"],
        training=Training(**configuration["training"], seed=seed),
    )
