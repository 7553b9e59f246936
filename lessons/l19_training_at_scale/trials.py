"""What the experiments share: small encoders that learn masked characters of Wikipedia.

A kind says what differs from ``KIND``: the switches of the model, the rate of masks, the way to
train. All are asked for the same hidden characters (15%) of the same held-out text.
"""

import time
from dataclasses import fields
from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from bertlab.model.config import BertConfig
from bertlab.model.modern import ModernForMaskedLM
from bertlab.model.modern_config import ModernConfig
from bertlab.pretraining.corpora import corpus
from bertlab.pretraining.data import PretrainingBatch
from bertlab.pretraining.maskers import Masker
from bertlab.pretraining.modern_objective import ModernObjective, modern_answers
from bertlab.pretraining.objectives import Answers, spread
from bertlab.pretraining.trials import SETTINGS as OF_TRIALS
from bertlab.pretraining.trials import STANDARD, Trial, english_characters
from bertlab.training.lamb import make_lamb
from bertlab.training.loop import Objective
from bertlab.training.optimization import warmup_stable_decay
from workbook.experiments import Part, run_resumable

# The encoder of today. A gated network has two thirds of the width, and so as many multiplications;
# a window of 16 leaves something out in texts of 64 characters.
GATED: dict[str, Any] = {"gated": True, "intermediate_size": 341}
WINDOW: dict[str, Any] = {"global_every": 3, "window": 16}
TODAY = {"biases": False, "pre_norm": True, "positions": "rotary", **GATED, **WINDOW}
KIND: dict[str, Any] = {
    **STANDARD,
    "objective": "masked words",
    "pairs": False,
    "model": {},  # switches that are not those of 2018
    "rate": 0.15,
    "way": "AdamW",
    "training": {},  # settings that are not the experiment's
}
SETTINGS: dict[str, Any] = {
    **OF_TRIALS,
    "standard": KIND,
    "training": {**OF_TRIALS["training"], "steps": 800, "precision": "no"},
}
TINY: dict[str, Any] = {  # settings of a slice
    "standard": {**KIND, "size": "small", "documents": 12},
    "seeds": [0],
    "held_out": 8,
    "training": {"steps": 3, "batch_size": 4, "learning_rate": 2e-3, "precision": "no"},
    "log_every": 3,
    "keep": False,
}
WAYS: dict[str, dict[str, Any]] = {
    "AdamW": {},
    "LAMB": {"optimizer": make_lamb},
    "WSD": {"schedule": warmup_stable_decay},
    "constant": {"schedule": lambda step, config: warmup_stable_decay(step, config, decay=0.0)},
}


class MaskedTrial(Trial):
    """A trial of masked words alone, with a model of ``bertlab.model.modern``.

    Args:
        asked: The settings of an experiment, and under ``kind`` what this one is.
        seed: See ``Trial``.
        others: ``texts`` and ``tokenizer``, where they are not characters of Wikipedia.
    """

    def __init__(self, asked: dict[str, Any], seed: int, **others: Any) -> None:
        self.kind = kind = {**asked["standard"], **asked["kind"]}
        settings = {**asked, "training": {**asked["training"], **kind["training"]}}
        others = {"texts": corpus("wiki"), "tokenizer": english_characters(), **others}
        super().__init__(settings, kind, seed=seed, **others)
        self.train_data = self.train_data.masked_by(self.masker(others["tokenizer"]))

    def masker(self, tokenizer: Any) -> Masker:
        """Return what hides words of the training text."""
        return Masker(tokenizer, self.kind["rate"])

    def new_model(self, config: BertConfig) -> ModernForMaskedLM:
        """Return a model that has learned nothing, with the switches of its kind."""
        names = {field.name for field in fields(ModernConfig)}
        sizes = {name: value for name, value in vars(config).items() if name in names}
        return ModernForMaskedLM(ModernConfig.bert_2018(**{**sizes, **self.kind["model"]}))

    def objective(self) -> Objective:
        """Return the loss of masked words."""
        return ModernObjective(self.model)

    def answer(self, batch: PretrainingBatch) -> Answers:
        """Return what the model says about a batch, and what is right."""
        return modern_answers(self.model, batch)

    def learn(self) -> dict[str, Any]:
        """Train the model; return its ``curve``, and ``minutes`` of one core."""
        began = time.process_time()
        curve = self.curve(**WAYS[self.kind["way"]])
        return {"curve": curve, "minutes": round((time.process_time() - began) / 60, 2)}

    def judged(self) -> PretrainingBatch:
        """Return the held-out text that all are asked about."""
        return self.held_out.batch(spread(self.held_out, self.configuration["held_out"]))

    @torch.no_grad()
    def losses(self, batch: PretrainingBatch) -> Tensor:
        """Return the loss at each hidden word, as it is kept."""
        return cross_entropy(*self.answer(batch)["masked_lm"], reduction="none").half()

    def results(self) -> dict[str, Tensor]:
        """Return the losses of each kind of question, when the model has learned."""
        return {"held-out": self.losses(self.judged())}


def run_all(
    configuration: dict[str, Any], kept: Path, trial: type[MaskedTrial] = MaskedTrial
) -> dict[str, list[dict[str, Any]]]:
    """Train every kind of ``runs`` with every seed; what an interrupted run made is reused.

    Returns:
        For each kind a list over seeds: the mean ``loss`` of each kind of question, the number of
        ``questions``, the ``curve`` and the ``minutes``. If ``keep``, the losses of all questions,
        one kind after the other, are stored in ``kept``, (S, M) for each kind.
    """

    def learned(name: str, seed: int, asked: dict[str, Any]) -> Part:
        one = trial(asked, seed)
        entries, losses = one.learn(), one.results()
        means = {name: round(found.double().mean().item(), 4) for name, found in losses.items()}
        questions = {name: len(found) for name, found in losses.items()}
        kept_beside = {"": torch.cat(list(losses.values()))}
        return {"loss": means, "questions": questions, **entries}, kept_beside

    return run_resumable(configuration, "runs", learned, kept, own="kind")
