"""What attention brings: a weight says how much of a value is taken, not how large the value is.

Token i receives from token j the vector w_ij f(v_j): the value of j, turned by the head's rows of
the output matrix, times the weight. Its length is what counts in the sum.

Source: Kobayashi et al. 2020, *Attention is Not Only a Weight*.
"""

from collections.abc import Sequence
from typing import NamedTuple, cast

import torch
from jaxtyping import Bool, Float
from torch import Tensor, nn

from bertlab.inspection.attention_measures import encoder_of, evaluating
from bertlab.model.encoder import EncoderLayer
from bertlab.text.wordpiece import WordPieceTokenizer

KINDS = ("[CLS]", "[SEP]", "words")


class Shares(NamedTuple):
    """How a layer's heads share out over ``KINDS`` of tokens; each is (L, 3), rows add up to 1.

    Attributes:
        weight: The attention weights.
        brought: The lengths of what the weights bring.
    """

    weight: Float[Tensor, "L 3"]
    brought: Float[Tensor, "L 3"]


@torch.no_grad()
def shares_of_kinds(
    model: nn.Module,
    tokenizer: WordPieceTokenizer,
    texts: Sequence[str],
    pairs: Sequence[str] | None = None,
    max_length: int = 128,
) -> Shares:
    """Measure which kinds of tokens get the weight, and from which something comes.

    Args:
        model: A ``BertModel``, or a model with one inside (``model.bert``).
        tokenizer: The one the model was trained with.
        texts: The (first) texts.
        pairs: The second texts, as many as first ones.
        max_length: Longer texts lose their end.

    Raises:
        ValueError: If there are no texts or the model gives no attention weights.
    """
    if not texts:
        raise ValueError("expected at least one text, got none")
    bert = encoder_of(model)
    found = torch.zeros(2, bert.config.num_layers, len(KINDS), dtype=torch.float64)
    seconds: Sequence[str | None] = pairs or [None] * len(texts)
    with evaluating(bert):
        for text, second in zip(texts, seconds, strict=True):
            batch = tokenizer.pad([tokenizer.encode(text, second, max_length)])
            ids = batch.input_ids[0]
            first, separator = ids == tokenizer.cls_id, ids == tokenizer.sep_id
            kinds = torch.stack([first, separator, ~(first | separator)])
            states = bert.inspect(*batch).hidden_states
            for number, layer in enumerate(bert.encoder.layers):
                found[:, number] += _of_layer(cast(EncoderLayer, layer), states[number], kinds)
    return Shares(*(found / found.sum(dim=-1, keepdim=True)))


def _of_layer(
    layer: EncoderLayer, hidden: Float[Tensor, "1 T D"], kinds: Bool[Tensor, "3 T"]
) -> Float[Tensor, "2 3"]:
    """Add the weights, and the lengths that they bring, over heads, tokens and kinds."""
    details = layer.attention.inspect(hidden)
    weights, values = details.weights[0], details.values[0]  # (H, T, T), (H, T, K)
    columns = layer.attention.output.weight.unflatten(1, values.shape[::2])  # (D, H, K)
    lengths = torch.einsum("htk,dhk->htd", values, columns).norm(dim=-1)  # (H, T)
    received = weights.sum(dim=1)  # (H, T): by all tokens that look
    both = torch.stack([received, received * lengths]).sum(dim=1)  # (2, T)
    return both.double() @ kinds.double().T
