"""The same network, reading one way: each token sees itself and what stands before it.

What changes is the mask and the task, nothing else: every token predicts the next one. So what is
left of the difference to BERT is what reading both ways brings (Devlin et al. 2019, section 5.1).
"""

from jaxtyping import Float, Int
from torch import Tensor
from torch.nn.functional import cross_entropy

from bertlab.model.masks import causal_mask
from bertlab.model.tasks import BertForPreTraining
from bertlab.pretraining.data import PretrainingBatch
from bertlab.pretraining.objectives import Answers
from bertlab.training.loop import Objective


def unmasked(batch: PretrainingBatch) -> Int[Tensor, "B T"]:
    """Return the batch's tokens with the chosen ones put back."""
    ids = batch.input_ids.flatten().clone()
    ids[batch.positions] = batch.targets
    return ids.view_as(batch.input_ids)


def one_way_hidden(
    model: BertForPreTraining,
    input_ids: Int[Tensor, "B T"],
    token_type_ids: Int[Tensor, "B T"],
    attention_mask: Int[Tensor, "B T"],
) -> Float[Tensor, "B T D"]:
    """Return the last layer's vectors under a causal mask; padding at the end is never seen."""
    visible = causal_mask(attention_mask)
    return model.bert.encoder(model.bert.embeddings(input_ids, token_type_ids), visible)


class LeftToRightObjective(Objective):
    """Predict each token from those before it, [CLS] excepted; the mean over all of them."""

    def __init__(self, model: BertForPreTraining) -> None:
        super().__init__()
        self.model = model
        for unused in (model.bert.pooler, model.next_sentence):
            if unused is not None:
                unused.requires_grad_(False)

    def counts(self, batch: PretrainingBatch) -> dict[str, int]:
        """Return how many tokens follow another."""
        return {"next_token": int(batch.attention_mask[:, 1:].sum())}

    def forward(self, batch: PretrainingBatch) -> dict[str, Tensor]:
        """Return the sum over a batch, in nats."""
        ids = unmasked(batch)
        hidden = one_way_hidden(self.model, ids, batch.token_type_ids, batch.attention_mask)
        follows = batch.attention_mask[:, 1:].bool()
        embeddings = self.model.bert.embeddings.word.weight
        logits = self.model.masked_lm(hidden[:, :-1][follows], embeddings)
        return {"next_token": cross_entropy(logits, ids[:, 1:][follows], reduction="sum")}


def left_to_right_answers(model: BertForPreTraining, batch: PretrainingBatch) -> Answers:
    """Ask a one-way model about the positions that a BERT is asked about.

    Returns:
        ``masked_lm``: logits and targets, each from the unmasked text *before* the position; what
        stands behind it is out of reach.
    """
    inputs = (unmasked(batch), batch.token_type_ids, batch.attention_mask)
    before = one_way_hidden(model, *inputs).flatten(0, 1)[batch.positions - 1]
    logits = model.masked_lm(before, model.bert.embeddings.word.weight)
    return {"masked_lm": (logits, batch.targets)}
