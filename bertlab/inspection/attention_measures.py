"""Measurements of attention: what the eye suggests at one sentence, counted over many.

Where each head looks, averaged over the tokens of many texts; which heads have a role; and what
becomes of a score when a head is silenced. Whether weights explain a prediction is another
question: lesson 11 searches for other weights with the same prediction.

Source: Clark et al. 2019, *What Does BERT Look At?*; Michel et al. 2019, *Are Sixteen Heads Really
Better than One?*
"""

from collections.abc import Callable, Iterator, Sequence
from contextlib import ExitStack, contextmanager
from typing import NamedTuple, cast

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn

from bertlab.model.attention import MultiHeadAttention
from bertlab.model.bert import BertModel
from bertlab.model.encoder import EncoderLayer
from bertlab.text.wordpiece import Batch, WordPieceTokenizer


class HeadMeans(NamedTuple):
    """Where each head looks, as means over all tokens that look; each is (L, H).

    Attributes:
        entropy: In nats: 0 is one token only, ln n equal weights on n tokens.
        previous: Share of the weight on the token before, of all but the first token.
        next: Weight on the token behind, of all but the last token.
        itself: Weight on the looking token itself.
        first: Weight on [CLS].
        separator: Weight on all [SEP]s.
    """

    entropy: Float[Tensor, "L H"]
    previous: Float[Tensor, "L H"]
    next: Float[Tensor, "L H"]
    itself: Float[Tensor, "L H"]
    first: Float[Tensor, "L H"]
    separator: Float[Tensor, "L H"]


class Role(NamedTuple):
    """A head that gives more than a threshold of its weight to one kind of token."""

    layer: int
    head: int
    role: str
    weight: float


ROLES = ("previous", "next", "itself", "first", "separator")


def entropy(weights: Float[Tensor, "*rows T"]) -> Float[Tensor, "*rows"]:
    """Return the entropy of each row of weights, in nats; a weight of 0 adds nothing."""
    return torch.special.entr(weights).sum(dim=-1)


def totals(
    weights: Float[Tensor, "H T T"], ids: Int[Tensor, " T"], cls_id: int, sep_id: int
) -> tuple[Float[Tensor, "6 H"], Int[Tensor, " 6"]]:
    """Add the measures of one text over its tokens, without padding, in ``HeadMeans``' order.

    Returns:
        The sums, (6, H), and over how many tokens each of them goes, (6,).
    """
    T = len(ids)
    sums = torch.stack(
        [
            entropy(weights).sum(dim=-1),
            weights.diagonal(-1, dim1=-2, dim2=-1).sum(dim=-1),
            weights.diagonal(1, dim1=-2, dim2=-1).sum(dim=-1),
            weights.diagonal(0, dim1=-2, dim2=-1).sum(dim=-1),
            weights[:, :, ids == cls_id].sum(dim=(1, 2)),
            weights[:, :, ids == sep_id].sum(dim=(1, 2)),
        ]
    )
    return sums, torch.tensor([T, T - 1, T - 1, T, T, T])


@torch.no_grad()
def measure_heads(
    model: nn.Module,
    tokenizer: WordPieceTokenizer,
    texts: Sequence[str],
    pairs: Sequence[str] | None = None,
    max_length: int = 128,
    batch_size: int = 16,
) -> HeadMeans:
    """Measure where each head looks, over all tokens of some texts or pairs; padding is left out.

    Args:
        model: A ``BertModel``, or a model with one inside (``model.bert``).
        tokenizer: The one the model was trained with.
        texts: The (first) texts.
        pairs: The second texts, as many as first ones.
        max_length: Longer texts lose their end.
        batch_size: How many to compute at once; it does not change the result.

    Raises:
        ValueError: If there are no texts or the model gives no attention weights.
    """
    bert = encoder_of(model)
    batch = tokenizer.batch(texts, pairs, max_length)
    sums, counts = torch.zeros(6, bert.config.num_layers, bert.config.num_heads), torch.zeros(6)
    with evaluating(bert):
        for part in zip(*(tensor.split(batch_size) for tensor in batch), strict=True):
            layers = bert.inspect(*Batch(*part).to(_device(bert))).layers
            for row, (ids, _, mask) in enumerate(zip(*part, strict=True)):
                T = int(mask.sum())
                for number, layer in enumerate(layers):
                    weights = layer.weights[row, :, :T, :T].cpu()
                    added, tokens = totals(weights, ids[:T], tokenizer.cls_id, tokenizer.sep_id)
                    sums[:, number] += added
                counts += tokens
    return HeadMeans(*(sums / counts[:, None, None]))


def head_roles(means: HeadMeans, threshold: float = 0.5) -> list[Role]:
    """Find the heads that give more than a threshold of their weight to one kind of token.

    Args:
        means: From ``measure_heads``.
        threshold: Fix it before looking; above 0.5 the kinds of neighbors exclude each other.

    Returns:
        The roles, the strongest first. Kinds can overlap: a [SEP] may be the next token.

    Raises:
        ValueError: If the threshold is not in (0, 1).
    """
    if not 0 < threshold < 1:
        raise ValueError(f"expected a threshold between 0 and 1, got {threshold}")
    found = []
    for role in ROLES:
        weights = getattr(means, role)
        for layer, head in (weights > threshold).nonzero().tolist():
            found.append(Role(layer, head, role, weights[layer, head].item()))
    return sorted(found, key=lambda role: -role.weight)


@contextmanager
def without_heads(model: nn.Module, heads: Sequence[tuple[int, int]]) -> Iterator[None]:
    """Silence some heads within it: what they found (their context) is replaced by zeros.

    The other heads see the same as before in that layer; the rows of the output matrix that belong
    to the head have nothing to add.

    Args:
        model: A ``BertModel``, or a model with one inside (``model.bert``).
        heads: Pairs of layer and head, from 0.

    Raises:
        ValueError: If there is no such head, or layers share their heads.
    """
    bert = encoder_of(model)
    blocks = attention_blocks(model)
    silent = [torch.zeros(block.num_heads, dtype=torch.bool) for block in blocks]
    for layer, head in heads:
        if not (0 <= layer < len(blocks) and 0 <= head < blocks[layer].num_heads):
            raise ValueError(
                f"expected a layer below {len(blocks)} and a head below {bert.config.num_heads}, "
                f"got {(layer, head)}"
            )
        silent[layer][head] = True
    with ExitStack() as stack:
        for block, which in zip(blocks, silent, strict=True):
            if which.any():
                stack.callback(block.output.register_forward_pre_hook(_silence(which)).remove)
        yield


def _silence(silent: Bool[Tensor, " H"]) -> Callable:
    """Return a hook that zeroes some heads' parts of the context (B, T, D), H pieces of K."""

    def hook(_module: nn.Module, arguments: tuple[Tensor]) -> tuple[Tensor]:
        (context,) = arguments
        pieces = context.unflatten(-1, (len(silent), -1))  # (B, T, H, K)
        return (pieces.masked_fill(silent.to(context.device)[:, None], 0.0).flatten(-2),)

    return hook


def encoder_of(model: nn.Module) -> BertModel:
    """Return a model's encoder: itself, or the one inside.

    Raises:
        ValueError: If it has none, and so gives no attention weights.
    """
    encoder = getattr(model, "bert", model)
    if not isinstance(encoder, BertModel):
        raise ValueError(
            "expected a BertModel, or a model with one inside (model.bert); "
            f"{type(model).__name__} gives no attention weights"
        )
    return encoder


def attention_blocks(model: nn.Module) -> list[MultiHeadAttention]:
    """Return the attention of each layer.

    Raises:
        ValueError: If layers share one, as in an ALBERT: its heads belong to no layer alone.
    """
    layers = encoder_of(model).encoder.layers
    blocks = [cast(EncoderLayer, layer).attention for layer in layers]
    if len(set(blocks)) < len(blocks):
        raise ValueError(
            f"expected layers with heads of their own, got {len(blocks)} layers with the heads of "
            f"{len(set(blocks))}"
        )
    return blocks


@contextmanager
def evaluating(model: nn.Module) -> Iterator[None]:
    """Switch dropout off within it, and leave every part of the model as it was."""
    modes = [(part, part.training) for part in model.modules()]
    model.eval()
    try:
        yield
    finally:
        for part, training in modes:
            part.training = training


def _device(model: nn.Module) -> torch.device:
    return next(model.parameters()).device
