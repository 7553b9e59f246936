"""Other attention, same prediction: a counter-example to reading weights as an explanation.

The weights of every head are replaced by others that lie far from the model's own, and the search
asks for an (almost) equal prediction. Both bounds are arguments, to be fixed before looking.

What it shows and what not: the prediction does not pin the weights down. It does not show that the
model would ever produce such weights from a text (Wiegreffe and Pinter 2019).

Source: Jain and Wallace 2019, *Attention is not Explanation*, section 4.2.
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import NamedTuple, cast

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn
from torch.nn.functional import kl_div

from bertlab.inspection.attention_measures import encoder_of, evaluating
from bertlab.model.attention import MultiHeadAttention, merge_heads
from bertlab.model.encoder import EncoderLayer
from bertlab.model.tasks import BertForMaskedLM
from bertlab.text.wordpiece import Batch

MARGIN = 0.02  # the search aims at more than `far`, so that rounding does not decide


class ChangedAttention(NamedTuple):
    """The outcome of a search for other weights with the same prediction.

    Attributes:
        weights: The new weights, for each layer (H, T, T).
        before: The model's probabilities, (C,).
        after: Those with the new weights, (C,).
        moved: Share of its weight that a row has moved, averaged over rows, heads and layers.
        gap: The largest change of a probability.
        shuffled_gap: The same by the shuffled weights with which the search began.
    """

    weights: tuple[Float[Tensor, "H T T"], ...]
    before: Float[Tensor, " C"]
    after: Float[Tensor, " C"]
    moved: float
    gap: float
    shuffled_gap: float


class MaskedWord(nn.Module):
    """A masked language model as a classifier: which piece stands at one place?

    Args:
        model: What guesses masked words.
        place: Of the [MASK], counted from 0 for [CLS].
    """

    def __init__(self, model: BertForMaskedLM, place: int) -> None:
        super().__init__()
        self.model, self.bert, self.place = model, model.bert, place

    def forward(
        self,
        input_ids: Int[Tensor, "B T"],
        token_type_ids: Int[Tensor, "B T"] | None = None,
        attention_mask: Int[Tensor, "B T"] | None = None,
    ) -> Float[Tensor, "B V"]:
        """Return the logits of all pieces at the place."""
        hidden = self.bert(input_ids, token_type_ids, attention_mask).last_hidden_state
        return self.model.masked_lm(hidden[:, self.place], self.bert.embeddings.word.weight)


def moved_share(
    weights: Float[Tensor, "*heads T T"], others: Float[Tensor, "*heads T T"]
) -> Float[Tensor, ""]:
    """Return how much weight has to move to turn one into the other, averaged over all rows.

    This is the total variation distance: 0 for equal rows, 1 for rows that share no token.
    """
    return (weights - others).abs().sum(dim=-1).mean() / 2


@torch.no_grad()
def moved_arrival(
    model: nn.Module, batch: Batch, others: Sequence[Float[Tensor, "H T T"]]
) -> float:
    """Return how far other weights move what arrives, where the values stay the model's own.

    What token i receives from token j has the length w_ij |v_j W|; its proportion of all that i
    receives in a head takes the place of the weight. 0 if all of it comes from the same tokens, 1
    if it comes from others.

    Args:
        model: A ``BertModel``, or a model with one inside (``model.bert``).
        batch: One text without padding.
        others: For each layer the weights to compare with the model's own.
    """
    bert, moved = encoder_of(model), []
    found = bert.inspect(*batch)
    for hidden, layer, table in zip(found.hidden_states, bert.encoder.layers, others, strict=False):
        block = cast(EncoderLayer, layer).attention
        details = block.inspect(hidden)
        values = details.values[0]  # (H, T, K)
        columns = block.output.weight.unflatten(1, values.shape[::2])  # (D, H, K)
        lengths = torch.einsum("htk,dhk->htd", values, columns).norm(dim=-1)[:, None]  # (H, 1, T)
        own, other = (
            (weights * lengths) / (weights * lengths).sum(dim=-1, keepdim=True)
            for weights in (details.weights[0], table)
        )
        moved.append(moved_share(own, other))
    return torch.stack(moved).mean().item()


def shuffled(weights: Float[Tensor, "H T T"], seed: int) -> Float[Tensor, "H T T"]:
    """Give each row's weights to other tokens, by chance; none is below a millionth."""
    generator = torch.Generator().manual_seed(seed)
    order = torch.rand(weights.shape, generator=generator).argsort(dim=-1)
    return weights.gather(-1, order.to(weights.device)).clamp(min=1e-6)


@contextmanager
def with_attention(model: nn.Module, weights: Sequence[Float[Tensor, "H T T"]]) -> Iterator[None]:
    """Let all heads mix by given weights within it, whatever their queries and keys say.

    Args:
        model: A ``BertModel``, or a model with one inside (``model.bert``).
        weights: For each layer (H, T, T); they fit one text of T tokens.

    Raises:
        ValueError: If there are not as many tables as layers.
    """
    layers = encoder_of(model).encoder.layers
    if len(weights) != len(layers):
        raise ValueError(f"expected weights for {len(layers)} layers, got {len(weights)}")
    with ExitStack() as stack:
        for layer, table in zip(layers, weights, strict=True):
            attention = cast(EncoderLayer, layer).attention
            stack.callback(attention.register_forward_hook(_mix_by(table)).remove)
        yield


def _mix_by(weights: Tensor) -> Callable:
    """Return a hook that computes an attention block's output with other weights (H, T, T)."""

    def hook(module: nn.Module, arguments: tuple, _output: Tensor) -> Tensor:
        block = cast(MultiHeadAttention, module)
        values = block.inspect(arguments[0]).values  # (B, H, T, K)
        if values.shape[1:3] != weights.shape[:2]:
            raise ValueError(
                f"expected weights (H, T, T) for H, T = {tuple(values.shape[1:3])}, "
                f"got {tuple(weights.shape)}"
            )
        return block.output(merge_heads(weights @ values))

    return hook


def change_attention(
    model: nn.Module,
    batch: Batch,
    far: float,
    close: float,
    seed: int = 0,
    steps: int = 200,
    rate: float = 0.05,
) -> ChangedAttention:
    """Search for weights that lie far from the model's own and lead to the same prediction.

    It starts at weights whose keys are shuffled in every row, and follows the gradient of what the
    two predictions differ by, plus a penalty while the weights are not far enough away. It stops at
    the first step at which both bounds hold. The model itself does not change.

    Args:
        model: A model that maps a batch to logits (1, C), with ``model.bert`` inside.
        batch: One text, or one pair, without padding.
        far: Share of its weight that a row has to move, on average.
        close: Largest change allowed in a probability.
        seed: Decides the shuffles.
        steps: Most steps of the search.
        rate: Adam's learning rate, on the logarithms of the weights.

    Raises:
        ValueError: If the batch is not one text, it holds padding, the model does not return logits
            (1, C), or a bound is not in (0, 1).
    """
    _check(batch, far, close)
    bert = encoder_of(model)
    with evaluating(model):
        with torch.no_grad():
            own = tuple(layer.weights[0] for layer in bert.inspect(*batch).layers)
            logits = model(*batch)
        if not isinstance(logits, Tensor) or logits.dim() != 2 or len(logits) != 1:
            raise ValueError("expected a model that returns logits (1, C) for one text")
        before = logits[0].log_softmax(dim=-1)  # (C,)
        search = [shuffled(table, seed + n).log().requires_grad_() for n, table in enumerate(own)]
        optimizer = torch.optim.Adam(search, lr=rate)
        for step in range(steps):
            weights = [table.softmax(dim=-1) for table in search]
            with with_attention(model, weights):
                after = model(*batch)[0].log_softmax(dim=-1)
            moved = moved_share(torch.stack(weights), torch.stack(own))
            gap = (before.exp() - after.exp()).abs().max().item()
            if step == 0:
                shuffled_gap = gap
            if moved >= far and gap <= close:
                break
            loss = kl_div(after, before, reduction="sum", log_target=True)
            loss = loss + (far + MARGIN - moved).clamp(min=0)
            optimizer.zero_grad()
            for table, gradient in zip(search, torch.autograd.grad(loss, search), strict=True):
                table.grad = gradient
            optimizer.step()
    found = tuple(table.detach() for table in weights)
    probabilities = before.exp(), after.detach().exp()
    return ChangedAttention(found, *probabilities, moved.item(), gap, shuffled_gap)


def _check(batch: Batch, far: float, close: float) -> None:
    if len(batch.input_ids) != 1 or not bool(batch.attention_mask.all()):
        raise ValueError(
            f"expected one text without padding, got {len(batch.input_ids)} texts with "
            f"{int((batch.attention_mask == 0).sum())} places of padding"
        )
    for name, bound in (("far", far), ("close", close)):
        if not 0 < bound < 1:
            raise ValueError(f"expected {name} between 0 and 1, got {bound}")
