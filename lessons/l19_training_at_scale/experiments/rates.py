"""How much to hide: 15, 30, 50, 80% of the characters, any proportion, and hiding without asking.

Decided before the run. The encoder of today, 800 updates of 32 texts for each. *any*: a rate drawn
for each text from 0 to 1, and each hidden character weighs one over the rate, as in masked
diffusion (so that each text weighs the same); what is shown instead of a hidden character is BERT's
80-10-10 in all. To part what is hidden from what is asked for: *30% hidden, 15% asked*, and *15%
hidden, 30% asked*: each text twice, hidden twice, so that an update takes twice the operations.
Three seeds.

What decides: held-out loss at 15% and at 50%.

Budget: 40 minutes of one core (pilot: 0.11 s an update, 0.19 s with each text twice).
"""

from lessons.l19_training_at_scale.trials import SETTINGS, TINY, TODAY, MaskedTrial, run_all

from pathlib import Path
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import cross_entropy

from bertlab.pretraining.data import PretrainingBatch
from bertlab.pretraining.maskers import Masker
from bertlab.pretraining.masking import Masked, mask_tokens
from bertlab.pretraining.modern_objective import ModernObjective, modern_logits
from bertlab.training.loop import Objective
from workbook.records import RUNS

KEPT: Path = RUNS / "rates.safetensors"
ANOTHER = 1_000_000  # epochs later: the same texts with other masks

CONFIGURATION: dict[str, Any] = {
    **SETTINGS,
    "standard": {**SETTINGS["standard"], "model": TODAY, "asked": 1.0, "copies": 1},
    "runs": {
        "15%": {},
        "30%": {"rate": 0.3},
        "50%": {"rate": 0.5},
        "80%": {"rate": 0.8},
        "any": {"rate": "any"},
        "30% hidden, 15% asked": {"rate": 0.3, "asked": 0.5},
        "15% hidden, 30% asked": {"copies": 2},
    },
    "judged at": [0.15, 0.5],
}
SLICE: dict[str, Any] = {
    **TINY,
    "runs": {
        "any": {"rate": "any", "asked": 1.0, "copies": 1},
        "half": {"asked": 0.5, "copies": 2},
    },
}


class Hider(Masker):
    """Hides a proportion of the tokens, or any, and asks for some of them.

    Args:
        tokenizer: See ``Masker``.
        rate: The proportion, or ``any``: drawn for each text.
        asked: The proportion of the hidden tokens that are asked for.
    """

    def __init__(self, tokenizer: Any, rate: Any, asked: float) -> None:
        super().__init__(tokenizer, 0.5 if rate == "any" else rate)
        self.any, self.asked = rate == "any", asked

    def __call__(self, ids: Any, maskable: Any, units: Any, generator: Any) -> Masked:
        """Mask a text."""
        rate = generator.uniform() if self.any else self.rate
        found = mask_tokens(ids, maskable, self.mask_id, self.replacements, generator, rate)
        number = len(found.positions)
        some = sorted(generator.permutation(number)[: max(1, round(self.asked * number))])
        return Masked(found.input_ids, found.positions[some], found.targets[some])


class Diffusion(ModernObjective):
    """The loss of masked words over the rate of their text: each text's mean, and their sum."""

    def counts(self, batch: PretrainingBatch) -> dict[str, int]:
        """Return the number of texts."""
        return {"masked_lm": len(batch.input_ids)}

    def forward(self, batch: PretrainingBatch) -> dict[str, Tensor]:
        """Return the sum over a batch, in nats."""
        losses = cross_entropy(modern_logits(self.model, batch), batch.targets, reduction="none")
        rows = batch.positions // batch.input_ids.shape[1]
        return {"masked_lm": (losses / torch.bincount(rows)[rows]).sum()}


class RateTrial(MaskedTrial):
    """A trial that hides and asks as its kind says."""

    def masker(self, tokenizer: Any) -> Masker:
        """Return what hides."""
        return Hider(tokenizer, self.kind["rate"], self.kind["asked"])

    def objective(self) -> Objective:
        """Return the loss: of any rate, or of one."""
        return (Diffusion if self.kind["rate"] == "any" else ModernObjective)(self.model)

    def draw(self, step: int, *_: int) -> list[PretrainingBatch]:
        """Return the batch of a step, each text as often as asked."""
        names = self.train_data.order(step, self.configuration["training"]["batch_size"])
        copies = range(self.kind["copies"])
        return [self.train_data.batch([(e + c * ANOTHER, i) for c in copies for e, i in names])]

    def results(self) -> dict[str, Tensor]:
        """Return the losses at several rates."""
        found, data = {}, self.held_out
        for rate in self.configuration["judged at"]:
            self.held_out = data.masked_by(Masker(data.tokenizer, rate))
            found[f"{rate:.0%}"] = self.losses(self.judged())
        return found


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train every kind; see ``trials.run_all``."""
    return run_all(configuration, KEPT, RateTrial)
