"""Fine-tuning: a pre-trained BERT learns to put texts into classes."""

import copy
import math
from pathlib import Path
from typing import Any, cast

import numpy as np
import torch
from jaxtyping import Float
from torch import Tensor, nn
from torch.nn.functional import cross_entropy

from bertlab.finetuning.checks import Classifier, check_fit, with_one_label
from bertlab.finetuning.labelled_texts import LabelledBatch, LabelledTexts
from bertlab.kernels import prepacked
from bertlab.training.config import TrainConfig
from bertlab.training.layerwise import rate_factors
from bertlab.training.loop import Line, Objective, train
from bertlab.training.optimization import parameter_groups
from bertlab.training.ownership import owned
from bertlab.training.progress import progress
from bertlab.training.state import digest, keep_settings


class ClassificationObjective(Objective):
    """Cross-entropy of a classifier.

    Args:
        model: What is trained.
        layer_factor: By how much each layer learns slower than the one above it; see
            ``bertlab.training.layerwise.rate_factors``.
    """

    def __init__(self, model: Classifier, layer_factor: int | float = 1.0) -> None:
        super().__init__()
        self.model, self.layer_factor = model, layer_factor

    def counts(self, batch: LabelledBatch) -> dict[str, int]:
        """Return the number of texts."""
        return {"classification": len(batch.labels)}

    def forward(self, batch: LabelledBatch) -> dict[str, Tensor]:
        """Return the sum over a batch, in nats."""
        logits = self.model(*batch.inputs)
        return {"classification": cross_entropy(logits, batch.labels, reduction="sum")}

    def parameter_groups(self, weight_decay: float) -> list[dict[str, Any]]:
        """Return the trained parameters in groups, each with its factor of the learning rate."""
        factors = rate_factors(self, self.layer_factor)
        return parameter_groups(self, weight_decay, factors.__getitem__)


class BestWeights(nn.Module):
    """A copy of a model as it was at a step; 0 before there is any."""

    step: Tensor

    def __init__(self, model: nn.Module) -> None:
        super().__init__()
        self.model = copy.deepcopy(model).requires_grad_(False)
        self.register_buffer("step", torch.tensor(0))


class EarlyStopping:
    """Keeps the best weights seen, and stops when a score has not risen for some time.

    The weights are kept inside the objective. So they are saved and restored with the state of the
    run, and belong to its history whenever it was interrupted.

    Args:
        objective: Its ``model`` is watched; gets a part ``best``, which is not trained.
        score: Name of a number in the history's lines; the higher the better.
        patience: Lines without a new best after which it stops.

    Raises:
        ValueError: If the patience is below 1.
    """

    def __init__(self, objective: Objective, score: str, patience: int) -> None:
        if patience < 1:
            raise ValueError(f"patience must be at least 1, got {patience}")
        self.model = cast(nn.Module, objective.model)
        self.score, self.patience = score, patience
        self.best = objective.best = BestWeights(self.model)

    def __call__(self, history: list[Line]) -> bool:
        """Look at the history; say whether to stop.

        Raises:
            ValueError: If its lines lack the score.
        """
        if self.score not in history[-1]:
            raise ValueError(f"expected a score among {', '.join(history[-1])}; got {self.score!r}")
        # A score that is no number is never the best. Of equal ones the first is.
        scores = [
            -math.inf if math.isnan(line[self.score]) else line[self.score] for line in history
        ]
        index = scores.index(max(scores))
        # A resumed run is asked about lines whose weights are past; those it has kept already.
        if int(self.best.step) != history[index]["step"]:
            self.best.model.load_state_dict(self.model.state_dict())
            self.best.step.fill_(history[index]["step"])
        return len(scores) - 1 - index >= self.patience

    def restore(self) -> None:
        """Give the model the best weights.

        Raises:
            ValueError: If nothing was scored yet.
        """
        if not int(self.best.step):
            raise ValueError("expected a scored model, got none: no line was logged yet")
        self.model.load_state_dict(self.best.model.state_dict())


def fine_tune(
    model: Classifier,
    train_data: LabelledTexts,
    validation_data: LabelledTexts,
    config: TrainConfig,
    folder: Path | None = None,
    patience: int | None = None,
    layer_factor: int | float = 1.0,
    loss: type[ClassificationObjective] = ClassificationObjective,
) -> list[Line]:
    """Fine-tune a classifier.

    Args:
        model: Changed in place. What is frozen stays as it is.
        train_data: What it learns from.
        validation_data: What it is scored on after each epoch; it learns nothing from it.
        config: How long, how fast; ``train_data.config(epochs=3)`` makes one.
        folder: Where the run is kept, if it should go on after an interruption.
        patience: Epochs without a better accuracy after which the run stops; the model ends with
            the weights of its best epoch. None goes through all epochs and ends with the last.
        layer_factor: By how much each layer learns slower than the one above it.
        loss: The objective; one that adds to cross-entropy is derived from it.

    Returns:
        The history, a line for each epoch (each ``config.log_every`` steps): as ``train`` has them,
        with ``validation_accuracy`` and ``validation_loss`` (nats).

    Raises:
        ValueError: If data and model do not fit, or the folder holds another run.
        FloatingPointError: If the loss is no number; what was saved before stays.
    """
    check_fit(model, train_data, training=True)
    check_fit(model, validation_data)
    objective = loss(model, layer_factor)
    watch = "validation_accuracy"
    stopping = None if patience is None else EarlyStopping(objective, watch, patience)

    def evaluate(step: int) -> dict[str, float]:
        found = accuracy_and_loss(model, validation_data).items()
        return {f"validation_{name}": value for name, value in found}

    sampler, never = train_data.batch_sampler(config), lambda history: False
    with owned(folder):
        if folder is not None:
            trained = [name for name, p in objective.named_parameters() if p.requires_grad]
            settings = {
                "layer_factor": layer_factor,
                "loss": loss.__name__,
                "keeps the best weights": stopping is not None,
                "training data": train_data.fingerprint(),
                "validation data": validation_data.fingerprint(),
                "model": digest(objective),
                "trained parameters": digest(trained),
            }
            keep_settings(folder, settings)
        history = train(objective, sampler, config, folder, evaluate, stopping or never)
    if stopping is not None and history:
        stopping.restore()
    return history


@torch.no_grad()
def logits_of(model: Classifier, data: LabelledTexts, batch_size: int = 64) -> Float[Tensor, "N C"]:
    """Return the logits of all texts, in their order; texts of similar length go together."""
    was_training, device = model.training, next(model.parameters()).device
    found, batches = [], data.in_order_of_length(batch_size)
    try:
        with prepacked(with_one_label(model).eval()):
            for indices in progress(batches, desc="scoring"):
                found.append(model(*data.batch(indices).to(device).inputs))
    finally:
        model.train(was_training)
    back = np.argsort(np.concatenate(batches))
    return torch.cat(found).cpu()[torch.from_numpy(back)]


def accuracy_and_loss(model: Classifier, data: LabelledTexts) -> dict[str, float]:
    """Return the proportion of texts in their right class, and the mean cross-entropy in nats."""
    logits, labels = logits_of(model, data), torch.tensor(data.labels)
    right = (logits.argmax(dim=1) == labels).double().mean().item()
    return {"accuracy": right, "loss": cross_entropy(logits, labels).item()}
