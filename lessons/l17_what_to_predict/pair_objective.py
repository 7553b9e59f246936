"""The loss of pairs alone: nothing is hidden, and one question is asked of each pair."""

from jaxtyping import Int
from torch import Tensor
from torch.nn.functional import cross_entropy

from bertlab.model.tasks import BertForPreTraining
from bertlab.pretraining.data import PretrainingBatch
from bertlab.training.loop import Objective


class PairObjective(Objective):
    """The surprisal of the labels of pairs; the head for masked words stays as it is.

    Args:
        model: Its encoder, pooler and head for pairs are trained.
    """

    def __init__(self, model: BertForPreTraining) -> None:
        super().__init__()
        self.model = model
        for parameter in model.masked_lm.parameters():
            parameter.requires_grad_(False)

    def counts(self, batch: PretrainingBatch) -> dict[str, int]:
        """Return the number of pairs."""
        return {"pairs": len(batch.next_labels)}

    def forward(self, batch: PretrainingBatch) -> dict[str, Tensor]:
        """Return the sum over a batch, in nats."""
        summary = self.model.bert.summarize(
            unmasked(batch), batch.token_type_ids, batch.attention_mask
        )
        logits = self.model.next_sentence(summary)
        return {"pairs": cross_entropy(logits, batch.next_labels, reduction="sum")}


def unmasked(batch: PretrainingBatch) -> Int[Tensor, "B T"]:
    """Return the text as it was before tokens were hidden."""
    ids = batch.input_ids.flatten().clone()
    ids[batch.positions] = batch.targets
    return ids.view_as(batch.input_ids)
