"""Masked words for an encoder of today, on the batches of the others; without next sentences."""

from jaxtyping import Float
from torch import Tensor
from torch.nn.functional import cross_entropy

from bertlab.model.modern import ModernForMaskedLM
from bertlab.pretraining.data import PretrainingBatch
from bertlab.pretraining.objectives import Answers
from bertlab.training.loop import Objective


def modern_logits(model: ModernForMaskedLM, batch: PretrainingBatch) -> Float[Tensor, "M V"]:
    """Return logits for the chosen tokens alone."""
    return model.read(batch.positions, batch.input_ids, batch.attention_mask)


def modern_answers(model: ModernForMaskedLM, batch: PretrainingBatch) -> Answers:
    """Return the logits of the chosen tokens, and the pieces that stood there."""
    return {"masked_lm": (modern_logits(model, batch), batch.targets)}


class ModernObjective(Objective):
    """The loss of masked words."""

    def __init__(self, model: ModernForMaskedLM) -> None:
        super().__init__()
        self.model = model

    def counts(self, batch: PretrainingBatch) -> dict[str, int]:
        """Return the number of chosen tokens."""
        return {"masked_lm": len(batch.targets)}

    def forward(self, batch: PretrainingBatch) -> dict[str, Tensor]:
        """Return the sum over a batch, in nats."""
        logits = modern_logits(self.model, batch)
        return {"masked_lm": cross_entropy(logits, batch.targets, reduction="sum")}
