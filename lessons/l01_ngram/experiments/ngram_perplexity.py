"""N-gram models of the Wikipedia text: every smoothing at every order, and less and less text.

Settings (the order, k, the weights) are chosen on the validation split; the models chosen are then
scored once on the test split. Counting involves no chance, so the only seeds are those that draw
the smaller training texts.
"""

import math
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from bertlab.predecessors.ngrams.corpus import LanguageModelData, wiki_language_model_data
from bertlab.predecessors.ngrams.interpolation import Interpolated
from bertlab.predecessors.ngrams.kneser_ney import KneserNey, ModifiedKneserNey
from bertlab.predecessors.ngrams.ngram import AddK, MaximumLikelihood, NgramModel
from workbook.scoreboard import Row, entry

CONFIGURATION: dict[str, Any] = {
    "vocabulary_size": 8000,
    "orders": [1, 2, 3, 4, 5],
    "k": [1.0, 0.1, 0.01, 0.001, 0.0001],
    "em_steps": 30,
    "curve_sentences": [500, 1000, 2000, 4000, 8000, 15591],
    "seeds": [0, 1, 2],
}
SLICE: dict[str, Any] = {
    "orders": [1, 2, 3],
    "k": [1.0, 0.01],
    "em_steps": 5,
    "curve_sentences": [500, 1000],
    "seeds": [0],
}
NAMES = {1: "unigram", 2: "bigram", 3: "trigram", 4: "4-gram", 5: "5-gram"}
Sentences = Sequence[Sequence[int]]
Fit = Callable[[int], NgramModel]


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Fit all models.

    Returns:
        ``validation``: smoothing -> perplexity at each order (None: infinite). ``training``: the
        same on the training text, for maximum likelihood. ``unseen``: share of the validation
        n-grams that are new, at each order. ``chosen_k``, ``weights``: the setting at each order.
        ``curve``: perplexity on the validation split by size, seed and order. ``scoreboard``: the
        models chosen, on the test split.
    """
    data = wiki_language_model_data(configuration["vocabulary_size"])
    orders, chosen_k, weights = configuration["orders"], [], []
    makers = _makers(data, configuration)
    validation: dict[str, list[float | None]] = {}
    unseen, training = [], []
    for order in orders:
        for name, make in makers.items():
            model = make(order)
            validation.setdefault(name, []).append(_finite(model.perplexity(data.validation)))
            if name == "add-k" and isinstance(model, AddK):
                chosen_k.append(model.k)
            elif isinstance(model, Interpolated):
                weights.append([round(weight, 4) for weight in model.weights_.tolist()])
            elif isinstance(model, MaximumLikelihood):
                training.append(model.perplexity(data.train))
                unseen.append(model.unseen_proportion(data.validation))
    return {
        "validation": validation,
        "training": training,
        "unseen": unseen,
        "chosen_k": chosen_k,
        "weights": weights,
        "curve": _curve(data, configuration),
        "scoreboard": _scoreboard(data, makers, validation, orders),
    }


def _makers(data: LanguageModelData, configuration: dict[str, Any]) -> dict[str, Fit]:
    """For each smoothing, a function from the order to the fitted model."""
    words, train, validation = data.vocabulary, data.train, data.validation

    def best_add_k(order: int) -> NgramModel:
        models = [AddK(order, words, k).fit(train) for k in configuration["k"]]
        return min(models, key=lambda model: model.perplexity(validation))

    def interpolated(order: int) -> NgramModel:
        model = Interpolated(order, words).fit(train)
        return model.fit_weights(validation, configuration["em_steps"])

    return {
        "maximum likelihood": lambda order: MaximumLikelihood(order, words).fit(train),
        "add-one": lambda order: AddK(order, words, 1.0).fit(train),
        "add-k": best_add_k,
        "interpolation": interpolated,
        "Kneser-Ney": lambda order: KneserNey(order, words).fit(train),
        "modified Kneser-Ney": lambda order: ModifiedKneserNey(order, words).fit(train),
    }


def _curve(data: LanguageModelData, configuration: dict[str, Any]) -> dict[str, Any]:
    """Perplexities of modified Kneser-Ney fitted to random parts of the training text."""
    sizes = [min(size, len(data.train)) for size in configuration["curve_sentences"]]
    perplexity = []
    for size in sizes:
        rows = []
        for seed in configuration["seeds"]:
            part = random.Random(seed).sample(data.train, size)
            models = [
                ModifiedKneserNey(n, data.vocabulary).fit(part) for n in configuration["orders"]
            ]
            rows.append([model.perplexity(data.validation) for model in models])
        perplexity.append(rows)
    words_per_sentence = sum(map(len, data.train)) / len(data.train)
    words = [round(size * words_per_sentence) for size in sizes]
    return {"words": words, "perplexity": perplexity}


def _scoreboard(
    data: LanguageModelData,
    makers: dict[str, Fit],
    validation: dict[str, list[float | None]],
    orders: list[int],
) -> list[dict[str, Any]]:
    """Score on the test split: each smoothing at its best order, and two to compare with."""
    chosen = [(1, "maximum likelihood"), (3, "maximum likelihood"), (3, "modified Kneser-Ney")]
    for name, values in validation.items():
        finite = {n: v for n, v in zip(orders, values, strict=True) if v is not None}
        chosen.append((min(finite, key=lambda n: finite[n]), name))
    entries = []
    for order, name in dict.fromkeys(chosen):
        began = time.perf_counter()
        model = makers[name](order)
        seconds = round(time.perf_counter() - began, 2)
        title = f"{NAMES[order]}, {name}"
        entries.append(
            entry(Row(title, model.perplexity(data.test), model.num_parameters, seconds))
        )
    return entries


def _finite(value: float) -> float | None:
    return value if math.isfinite(value) else None
