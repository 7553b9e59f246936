"""The network with a window of two words: it reads what the trigram model reads.

Settings are those of ``nnlm``; nothing was chosen anew.
"""

from lessons.l02_nnlm.experiments import nnlm
from lessons.l02_nnlm.measure import groups_by_context

from typing import Any

import numpy as np

from workbook.records import RUNS, one_thread

KEPT = RUNS / "nnlm_two.safetensors"
NAME = "window of two"

CONFIGURATION: dict[str, Any] = {
    "vocabulary_size": 8000,
    "train_sentences": None,
    "held_out_sentences": None,
    "ngram_orders": [3],
    "seeds": [0, 1, 2],
    "training": nnlm.TRAINING,
    "sizes": {**nnlm.SIZES, "context_size": 2, "direct": False},
    "keep": True,
}
SLICE: dict[str, Any] = nnlm.SLICE


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train with every seed on one thread, and score.

    Returns:
        ``models`` as in ``nnlm``. ``groups``: for each group of validation tokens, sorted by how
        often the training text has the two words before, a perplexity for every seed. ``million``:
        for some words, P(million) after *about* and the word, for every seed.
    """
    with one_thread():
        data = nnlm.load(configuration)
        ngrams = nnlm.fit_ngrams(configuration, data)
        make = nnlm.window_maker(data, configuration["sizes"], configuration["training"])
        million: dict[str, list[float]] = {"three": [], "eight": [], "animals": []}

        def watch(model: Any) -> None:
            for word, values in million.items():
                values.append(round(model.probability("million", ["about", word]), 6))

        scored = nnlm.train(configuration, data, make, watch)
    if configuration["keep"]:
        nnlm.keep(KEPT, {"test.window of two": scored.test})
    groups = groups_by_context(data.train, data.validation)
    return {
        "models": {NAME: nnlm.summarize(scored, ngrams)},
        "groups": {
            name: [round(float(np.exp(-logs[group].mean())), 3) for logs in scored.validation]
            for name, group in groups.items()
            if group.any()
        },
        "million": million,
    }
