"""Two more ways to make one vector of a text, at the budget of ``finetuning_knobs``.

The same snippets, batches and seeds as there, so its standard is the standard of these runs too.
"[CLS] of all layers" joins the six vectors end to end. "all tokens of the last four" differs from
"[CLS] of the last four" in one thing: each layer gives the mean of its tokens. All are scored on
validation; the test texts are not touched. Budget: 20 minutes of one core.
"""

from lessons.l09_finetuning.experiments import finetuning_knobs as knobs
from lessons.l09_finetuning.pooling import LastFourPooling, PooledClassifier, States

from typing import Any

import torch
from jaxtyping import Float, Int
from torch import Tensor

from workbook.records import RUNS

KEPT = RUNS / "finetuning_poolings.safetensors"

CONFIGURATION: dict[str, Any] = {
    "runs": {
        "[CLS] of all layers": {"model": {"pooling": "all layers"}},
        "all tokens of the last four": {"model": {"pooling": "last four"}, "tokens": "all"},
    },
    **{
        name: knobs.CONFIGURATION[name]
        for name in ("standard", "texts", "held_out", "seeds", "max_length", "keep")
    },
}
SLICE: dict[str, Any] = {
    name: knobs.SLICE[name] for name in ("standard", "texts", "held_out", "seeds", "keep")
}


class AllTokensPooling(LastFourPooling):
    """The mean over the tokens of each of the last four layers, in learned proportions."""

    def forward(self, states: States, mask: Int[Tensor, "B T"]) -> Float[Tensor, "B P"]:
        """Return one vector for each text; at first the layers have equal proportions."""
        stacked = torch.stack(list(states[-len(self.scores) :]))  # (4, B, T, D)
        real = mask[..., None].to(stacked.dtype)  # (B, T, 1)
        means = (stacked * real).sum(dim=2) / real.sum(dim=1)  # (4, B, D)
        return torch.tensordot(self.scores.softmax(dim=0), means, dims=1)


def run(configuration: dict[str, Any]) -> dict[str, Any]:
    """Train each kind with each seed, as ``knobs.train_all`` does; all make the same steps."""
    found = knobs.train_all(configuration, build, KEPT)["runs"]
    kept = ("validation", "trained")
    return {"runs": {name: {key: one[key] for key in kept} for name, one in found.items()}}


def build(kind: dict[str, Any], seed: int) -> PooledClassifier:
    """Return ``minilm`` with a randomly initialized head over one of the poolings."""
    model = knobs.build(kind, seed)
    if kind.get("tokens") == "all":
        model.pooling = AllTokensPooling(model.bert)
    return model
