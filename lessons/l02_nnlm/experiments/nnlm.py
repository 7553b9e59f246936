"""Neural language models with a window, alone and mixed with an n-gram model.

The sizes, learning rates and weight decay were chosen on the validation split with seed 0; the test
split is scored once, by the run that is recorded. The mixture's weight comes from the validation
split, for each seed by itself.
"""

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
import torch
from safetensors import safe_open
from safetensors.torch import save_file

from bertlab.predecessors.ngrams.corpus import LanguageModelData, wiki_language_model_data
from bertlab.predecessors.ngrams.kneser_ney import ModifiedKneserNey
from bertlab.predecessors.nnlm.model import NeuralLanguageModel, best_weight, mix
from bertlab.predecessors.nnlm.training import FloatArray, NeuralModel, Training
from workbook.experiments import one_thread
from workbook.records import RUNS
from workbook.scoreboard import Row, entry

KEPT = RUNS / "nnlm.safetensors"

SIZES: dict[str, Any] = {"context_size": 4, "embedding_size": 32, "hidden_size": 64}
TRAINING: dict[str, Any] = {
    "learning_rate": 3e-3,
    "weight_decay": 0.1,
    "batch_size": 256,
    "max_epochs": 4,
}
CONFIGURATION: dict[str, Any] = {
    "vocabulary_size": 8000,
    "train_sentences": None,
    "held_out_sentences": None,
    "ngram_orders": [3, 5],
    "seeds": [0, 1, 2],
    "training": TRAINING,
    "models": {
        "window": {**SIZES, "direct": False},
        "window, direct": {**SIZES, "direct": True},
    },
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


@dataclass
class Scored:
    """What one kind of model gave, seed by seed: log-probabilities, and numbers for the record."""

    validation: list[FloatArray] = field(default_factory=list)
    test: list[FloatArray] = field(default_factory=list)
    epochs: list[list[list[float]]] = field(default_factory=list)
    seconds: list[float] = field(default_factory=list)
    parameters: int = 0
    first: NeuralModel | None = None


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train every model with every seed on one thread, and score it.

    Returns:
        ``ngram``: perplexities of modified Kneser-Ney by order. ``models``: for each name what
        ``summarize`` returns. ``scoreboard``: rows of the running table; seconds are those of the
        processor.
    """
    with one_thread():
        data = load(configuration)
        ngrams = fit_ngrams(configuration, data)
        models = {
            name: train(configuration, data, window_maker(data, sizes, configuration["training"]))
            for name, sizes in configuration["models"].items()
        }
    if configuration["keep"]:
        keep(
            KEPT,
            {f"test.{name}": scored.test for name, scored in models.items()}
            | {"validation.window": models["window"].validation},
            models["window"].first,
        )
    results = {name: summarize(scored, ngrams) for name, scored in models.items()}
    return {
        "ngram": {
            str(order): {split: perplexity(logs[split]) for split in logs}
            for order, logs in ngrams.items()
        },
        "models": results,
        "scoreboard": scoreboard({f"NNLM, {name}": row for name, row in results.items()}),
    }


def load(configuration: dict[str, Any]) -> LanguageModelData:
    """Return the shared text, cut for a slice."""
    data = wiki_language_model_data(configuration["vocabulary_size"])
    held_out = configuration["held_out_sentences"]
    return data._replace(
        train=data.train[: configuration["train_sentences"]],
        validation=data.validation[:held_out],
        test=data.test[:held_out],
    )


def fit_ngrams(
    configuration: dict[str, Any], data: LanguageModelData
) -> dict[int, dict[str, FloatArray]]:
    """Return the log-probabilities of Kneser-Ney models on the two held-out splits, by order."""
    found = {}
    for order in configuration["ngram_orders"]:
        model = ModifiedKneserNey(order, data.vocabulary).fit(data.train)
        found[order] = {
            "validation": np.log(model.probabilities(data.validation)),
            "test": np.log(model.probabilities(data.test)),
        }
    return found


def window_maker(
    data: LanguageModelData, sizes: dict[str, Any], training: dict[str, Any]
) -> Callable[[int], NeuralLanguageModel]:
    """Return a function from a seed to a window model that is not yet fitted."""
    return lambda seed: NeuralLanguageModel(
        data.vocabulary, **sizes, training=Training(**training, seed=seed)
    )


def train(
    configuration: dict[str, Any],
    data: LanguageModelData,
    make: Callable[[int], NeuralModel],
) -> Scored:
    """Train one kind of model with every seed."""
    scored = Scored()
    for seed in configuration["seeds"]:
        began = time.process_time()
        model = make(seed).fit(data.train, data.validation)
        scored.seconds.append(round(time.process_time() - began, 1))
        scored.epochs.append([[round(value, 2) for value in epoch] for epoch in model.epochs_])
        scored.validation.append(rounded(model.log_probabilities(data.validation)))
        scored.test.append(rounded(model.log_probabilities(data.test)))
        scored.parameters = model.num_parameters
        scored.first = scored.first or model
    return scored


def rounded(logs: FloatArray) -> FloatArray:
    """Round to what the committed file holds, so that the recorded numbers come out of it again."""
    return logs.astype(np.float16).astype(np.float64)


def perplexity(logs: FloatArray) -> float:
    """Return the perplexity of tokens from their log-probabilities."""
    return round(float(np.exp(-logs.mean())), 4)


def summarize(scored: Scored, ngrams: dict[int, dict[str, FloatArray]]) -> dict[str, Any]:
    """Return lists with one entry a seed: perplexities alone and mixed with each n-gram model."""
    mixed = {}
    for order, logs in ngrams.items():
        weights = [best_weight(one, logs["validation"]) for one in scored.validation]
        splits = {"validation": scored.validation, "test": scored.test}
        mixed[str(order)] = {"weight": [round(weight, 2) for weight in weights]} | {
            split: [
                perplexity(mix(one, logs[split], weight))
                for one, weight in zip(ours, weights, strict=True)
            ]
            for split, ours in splits.items()
        }
    return {
        "validation": [perplexity(logs) for logs in scored.validation],
        "test": [perplexity(logs) for logs in scored.test],
        "mixed": mixed,
        "epochs": scored.epochs,
        "seconds": scored.seconds,
        "parameters": scored.parameters,
    }


def scoreboard(results: dict[str, dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a row for each model alone, and one for it mixed with the trigram."""
    rows = []
    for name, found in results.items():
        for title, values in ((name, found["test"]), *_mixed_titles(name, found)):
            deviation = float(np.std(values, ddof=1)) if len(values) > 1 else None
            seconds = float(np.mean(found["seconds"]))
            rows.append(Row(title, float(np.mean(values)), found["parameters"], seconds, deviation))
    return [entry(row) for row in rows]


def _mixed_titles(name: str, found: dict[str, Any]) -> list[tuple[str, list[float]]]:
    return [(f"{name} + trigram", found["mixed"]["3"]["test"])]


def keep(path: Path, logs: dict[str, list[FloatArray]], model: NeuralModel | None = None) -> None:
    """Write log-probabilities, one row a seed, and the weights of a model, in half precision."""
    tensors = {name: torch.from_numpy(np.stack(rows)).half() for name, rows in logs.items()}
    if model is not None:
        weights = model.network_.state_dict()
        tensors |= {f"network.{name}": weight.half() for name, weight in weights.items()}
    RUNS.mkdir(parents=True, exist_ok=True)
    save_file(tensors, path)


def kept_logs(name: str, path: Path = KEPT) -> FloatArray:
    """Return recorded log-probabilities, (seeds, tokens): ``kept_logs("test.window")``."""
    with safe_open(path, framework="np") as file:
        return file.get_tensor(name).astype(np.float64)


def kept_model() -> NeuralLanguageModel:
    """Return the window model of the recorded run with seed 0."""
    data = wiki_language_model_data(CONFIGURATION["vocabulary_size"])
    model = window_maker(data, CONFIGURATION["models"]["window"], TRAINING)(0)
    with safe_open(KEPT, framework="pt") as file:
        names = [name for name in file.keys() if name.startswith("network.")]  # noqa: SIM118
        weights = {name.removeprefix("network."): file.get_tensor(name) for name in names}
    return model.restore(weights)
