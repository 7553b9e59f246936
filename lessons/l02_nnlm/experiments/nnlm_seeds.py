"""The direction of the number words in the networks of further seeds: taken out in 24 cases.

The networks are those of ``nnlm``, which keeps the weights of seed 0 alone; so they are trained
again, and the record has their test perplexity to compare.
"""

from lessons.l02_nnlm.experiments import nnlm
from lessons.l02_nnlm.removal import NUMBERS, as_frequent, removals
from lessons.l02_nnlm.space import nearness

from typing import Any

from bertlab.before.ngrams.corpus import Vocabulary
from workbook.records import one_thread

CONFIGURATION: dict[str, Any] = {
    "vocabulary_size": 8000,
    "train_sentences": None,
    "held_out_sentences": None,
    "seeds": [1, 2],
    "training": nnlm.TRAINING,
    "sizes": {**nnlm.SIZES, "direct": False},
}
SLICE: dict[str, Any] = {**nnlm.SLICE, "seeds": [1]}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train with every seed on one thread, and take the direction out.

    Returns:
        For each seed: ``test``, the perplexity; ``places``, those of the ten other number words
        among the words nearest to *eight*; ``left``, the share of P(million) that is left in each
        of 24 cases; ``as_low``, how many of 200 random groups leave no more.
    """
    found: list[dict[str, Any]] = []
    with one_thread():
        data = nnlm.load(configuration)
        make = nnlm.window_maker(data, configuration["sizes"], configuration["training"])
        scored = nnlm.train(
            configuration, data, make, lambda model: found.append(of_model(model, data.vocabulary))
        )
    for entry, logs in zip(found, scored.test, strict=True):
        entry["test"] = nnlm.perplexity(logs)
    return {"seeds": found}


def of_model(model: Any, vocabulary: Vocabulary) -> dict[str, Any]:
    """Return what part 8 of the lesson measures in one network."""
    cases = removals(model.network_, vocabulary)
    return {
        "places": number_places(model.network_.embedding.weight.detach(), vocabulary),
        "left": [round(case.left, 4) for case in cases],
        "as_low": [case.as_low for case in cases],
    }


def number_places(table: Any, vocabulary: Vocabulary) -> list[int]:
    """Return the places of the other number words among words as frequent, by nearness to *eight*."""
    words = as_frequent(vocabulary)
    others = [vocabulary.index(word) for word in NUMBERS if word != "eight"]
    eight = words.index(vocabulary.index("eight"))
    return nearness(table[words], eight, [words.index(other) for other in others])[1]
