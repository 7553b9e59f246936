"""SpanBERT's second loss: guess a hidden span from the two tokens beside it.

Whoever has to say what stands in a span after reading no more than its edges, needs edges that
know what is between them.

Source: Joshi et al. 2020, section 3.2, and the released code: spans that touch each other are one.
"""

from typing import NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn.functional import cross_entropy, gelu, linear

from bertlab.model.config import BertConfig
from bertlab.model.tasks import BertForMaskedLM
from bertlab.pretraining.data import PretrainingBatch
from bertlab.training.loop import Objective


class Boundaries(NamedTuple):
    """For each chosen token the tokens beside its span, and its position within.

    Attributes:
        left: The token before the span, counted through the batch row by row.
        right: The token after it.
        offset: 0 for the first token of the span.
    """

    left: Int[Tensor, " M"]
    right: Int[Tensor, " M"]
    offset: Int[Tensor, " M"]


def boundaries(positions: Int[Tensor, " M"], length: int) -> Boundaries:
    """Find the spans among chosen positions, and what stands beside each.

    Args:
        positions: Rising, counted through the batch row by row.
        length: Of a row, T.

    Raises:
        ValueError: If positions do not rise, or a span has no token beside it in its row.
    """
    if not bool((positions.diff() > 0).all()):
        raise ValueError(f"expected rising positions, got {positions.tolist()}")
    begins = torch.ones_like(positions, dtype=torch.bool)
    begins[1:] = positions.diff() != 1
    number = begins.cumsum(dim=0) - 1  # of the span that each position is in
    first = positions[begins]
    last = positions[begins.roll(-1)]  # what comes before a beginning is an end
    if bool(((first - 1) // length != (last + 1) // length).any()):
        spans = torch.stack([first, last]).tolist()
        raise ValueError(f"expected a token before and after in rows of {length}, got {spans}")
    return Boundaries(first[number] - 1, last[number] + 1, positions - first[number])


class SpanBoundaryHead(nn.Module):
    """Two layers that guess a token from the vectors beside its span and its position within.

    The output matrix is the embedding matrix, so it is passed in.
    """

    def __init__(self, config: BertConfig) -> None:
        super().__init__()
        D, eps = config.hidden_size, config.layer_norm_eps
        self.offsets = nn.Embedding(config.max_positions, D)
        self.first, self.second = nn.Linear(3 * D, D), nn.Linear(D, D)
        self.first_norm, self.second_norm = nn.LayerNorm(D, eps), nn.LayerNorm(D, eps)
        self.bias = nn.Parameter(torch.zeros(config.vocab_size))
        for name, parameter in self.named_parameters():
            if "norm" not in name:
                std = 0.0 if "bias" in name else config.initializer_range
                nn.init.normal_(parameter, std=std)

    def forward(
        self,
        left: Float[Tensor, "M D"],
        right: Float[Tensor, "M D"],
        offset: Int[Tensor, " M"],
        word_embeddings: Float[Tensor, "V D"],
    ) -> Float[Tensor, "M V"]:
        """Return logits over the vocabulary."""
        joined = torch.cat([left, right, self.offsets(offset)], dim=1)  # (M, 3 D)
        hidden = self.first_norm(gelu(self.first(joined)))
        hidden = self.second_norm(gelu(self.second(hidden)))
        return linear(hidden, word_embeddings, self.bias)


class SpanBoundaryObjective(Objective):
    """The sum of two losses: each hidden token from its own vector, and from its span's edges.

    Args:
        model: What is trained.
        head: Trained with it, and thrown away afterwards.
    """

    def __init__(self, model: BertForMaskedLM, head: SpanBoundaryHead) -> None:
        super().__init__()
        self.model, self.head = model, head

    def counts(self, batch: PretrainingBatch) -> dict[str, int]:
        """Return the number of chosen tokens, which both losses are about."""
        return {"masked_lm": len(batch.targets), "span_boundary": len(batch.targets)}

    def forward(self, batch: PretrainingBatch) -> dict[str, Tensor]:
        """Return both sums over a batch, in nats."""
        edges = boundaries(batch.positions, batch.input_ids.shape[1])
        every = torch.cat([batch.positions, edges.left, edges.right])
        inputs = batch.input_ids, batch.token_type_ids, batch.attention_mask
        hidden, left, right = self.model.bert.read(every, *inputs).chunk(3)  # (M, D) each
        embeddings = self.model.bert.embeddings.word.weight
        own = self.model.masked_lm(hidden, embeddings)
        edge = self.head(left, right, edges.offset, embeddings)
        return {
            "masked_lm": cross_entropy(own, batch.targets, reduction="sum"),
            "span_boundary": cross_entropy(edge, batch.targets, reduction="sum"),
        }
