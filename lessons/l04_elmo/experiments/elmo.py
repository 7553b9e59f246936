"""ELMo's two language models, trained once on Wikipedia text.

They are trained together, stored in half precision (``data/checkpoints/elmo-en``), read again and
scored on the test split, so that what is scored is what is kept.
"""

import tempfile
import time
from pathlib import Path
from typing import Any

import torch

from bertlab.predecessors.elmo.language_model import BidirectionalLanguageModel, published_folder
from bertlab.predecessors.ngrams.corpus import LanguageModelData, wiki_language_model_data
from bertlab.predecessors.nnlm.training import Training
from workbook.experiments import threads
from workbook.scoreboard import Row, entry

CONFIGURATION: dict[str, Any] = {
    "vocabulary_size": 8000,
    "sentences": None,  # all
    "model": {"hidden_size": 128, "num_layers": 2, "dropout": 0.2, "num_samples": 1024},
    "training": {
        "learning_rate": 2e-3,
        "weight_decay": 0.1,
        "batch_size": 32,
        "max_epochs": 4,
        "seed": 0,
    },
    "threads": 1,
    "publish": True,  # write data/checkpoints/elmo-en
}
SLICE: dict[str, Any] = {
    "vocabulary_size": 1000,
    "sentences": 200,
    "model": {"hidden_size": 16, "num_layers": 2, "dropout": 0.2, "num_samples": 100},
    "training": {"learning_rate": 5e-3, "batch_size": 32, "max_epochs": 2, "seed": 0},
    "publish": False,
}


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train both directions together.

    Returns:
        ``epochs``: training (sampled softmax) and validation perplexity of each pass, both
        directions together. ``scoreboard``: each direction on the test split; its seconds are those
        of the joint training.
    """
    with threads(configuration["threads"]):
        data = wiki_language_model_data(configuration["vocabulary_size"])
        model, epochs, seconds = _trained(data, configuration)
        ahead, behind = model.directions(data.test[: configuration["sentences"]])
        parameters = direction_parameters(model)
        rows = [
            Row(f"ELMo, {name}", float(torch.tensor(-scores).mean().exp()), parameters, seconds)
            for name, scores in (("forward", ahead), ("backward", behind))
        ]
        return {
            "epochs": epochs,
            "scoreboard": [entry(row) for row in rows],
        }


def direction_parameters(model: BidirectionalLanguageModel) -> int:
    """Count the numbers that one direction uses; the vectors and the softmax serve both."""
    return model.num_parameters - sum(
        parameter.numel() for parameter in model.network_.backward_layers.parameters()
    )


def _trained(
    data: LanguageModelData, configuration: dict[str, Any]
) -> tuple[BidirectionalLanguageModel, list[list[float]], float]:
    """Train, store in half precision, and read again: what is scored is what is published."""
    model = BidirectionalLanguageModel(
        data.vocabulary, **configuration["model"], training=Training(**configuration["training"])
    )
    few = configuration["sentences"]
    began = time.perf_counter()
    model.fit(data.train[:few], data.validation[:few])
    seconds = round(time.perf_counter() - began, 1)
    epochs = [list(epoch) for epoch in model.epochs_]
    if configuration["publish"]:
        model.save(published_folder())
        return BidirectionalLanguageModel.load(published_folder()), epochs, seconds
    with tempfile.TemporaryDirectory() as folder:
        model.save(Path(folder))
        return BidirectionalLanguageModel.load(Path(folder)), epochs, seconds
