"""Pruning: weights that hardly count become zeros, or whole heads are taken away.

A matrix with zeros in it is multiplied in the same time, and stored in the same bytes, as one
without. A head that is taken away leaves smaller matrices.

Source: Han et al. 2015 (by magnitude, with training in between); Michel et al. 2019 (heads).
"""

from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack
from typing import NamedTuple, TypeVar, cast

import torch
from jaxtyping import Bool, Float, Int
from torch import Tensor, nn
from torch.nn.functional import cross_entropy
from torch.nn.utils import parametrize

from bertlab.finetuning.checks import with_one_label
from bertlab.finetuning.labelled_texts import LabelledBatch
from bertlab.inspection.attention_measures import attention_blocks, evaluating
from bertlab.model.attention import MultiHeadAttention
from bertlab.model.tasks import BertForSequenceClassification
from bertlab.training.low_rank import merge_low_rank

Model = TypeVar("Model", bound=nn.Module)


class Size(NamedTuple):
    """How large a model is: its numbers, how many of them are 0, and the bytes of all."""

    numbers: int
    zeros: int
    bytes: int


def size_of(model: nn.Module) -> Size:
    """Count a model's numbers; what it uses twice counts once.

    Bytes are those of its file, but for the file's header of some kilobytes: zeros take as much as
    any number. Masks count until ``make_permanent``.
    """
    tensors = {id(t): t for t in model.state_dict(keep_vars=True).values()}.values()
    return Size(
        sum(tensor.numel() for tensor in tensors),
        sum(int((tensor == 0).sum()) for tensor in tensors),
        sum(tensor.numel() * tensor.element_size() for tensor in tensors),
    )


def magnitude_masks(
    weights: Sequence[Float[Tensor, "..."]], rate: int | float, per_matrix: bool = False
) -> list[Bool[Tensor, "..."]]:
    """Return for each weight a mask that is False at the smallest magnitudes.

    Args:
        weights: Matrices of any shapes.
        rate: The proportion that becomes False, in [0, 1]; of equal magnitudes the first goes.
        per_matrix: Whether each matrix loses this proportion, or all together: then one whose
            weights are small may lose nearly all.

    Raises:
        ValueError: If the rate is not in [0, 1].
    """
    if not 0 <= rate <= 1:
        raise ValueError(f"rate must be in [0, 1], got {rate}")
    if per_matrix:
        return [magnitude_masks([weight], rate)[0] for weight in weights]
    magnitudes = torch.cat([weight.detach().abs().flatten() for weight in weights])
    keep = torch.ones_like(magnitudes, dtype=torch.bool)
    smallest = magnitudes.argsort(stable=True)[: round(rate * len(magnitudes))]
    keep[smallest] = False
    parts = keep.split([weight.numel() for weight in weights])
    return [part.view(weight.shape) for part, weight in zip(parts, weights, strict=True)]


class Mask(nn.Module):
    """Multiplies a weight by 0 or 1: what is pruned stays 0 while the others are trained."""

    keep: Bool[Tensor, "O I"]

    def __init__(self, keep: Bool[Tensor, "O I"]) -> None:
        super().__init__()
        self.register_buffer("keep", keep)

    def forward(self, weight: Float[Tensor, "O I"]) -> Float[Tensor, "O I"]:
        """Return the weight with its zeros."""
        return weight * self.keep


def prune(model: Model, rate: int | float, per_matrix: bool = False) -> Model:
    """Set the smallest weights of all linear maps to 0, for as long as the model is trained.

    Called again with a higher rate, it goes on from what is 0 already: pruning in steps.

    Args:
        model: Changed in place; its state dict has other names until ``make_permanent``.
            ``model.bert.encoder`` leaves embeddings and head alone.
        rate: The proportion of their weights that is 0 afterwards; biases stay.
        per_matrix: See ``magnitude_masks``.

    Returns:
        The same model.

    Raises:
        ValueError: If the rate is not in [0, 1], or there is no linear map.
    """
    linears = [module for module in model.modules() if isinstance(module, nn.Linear)]
    if not linears:
        raise ValueError("expected a model with linear maps, got none")
    masks = magnitude_masks([linear.weight for linear in linears], rate, per_matrix)
    for linear, keep in zip(linears, masks, strict=True):
        if parametrize.is_parametrized(linear, "weight"):
            parametrize.remove_parametrizations(linear, "weight")
        parametrize.register_parametrization(linear, "weight", Mask(keep))
    return model


def make_permanent(model: Model) -> Model:
    """Write the zeros into the weights; the model is an ordinary one again."""
    return cast(Model, merge_low_rank(model))


def head_importance(
    model: BertForSequenceClassification, batches: Iterable[LabelledBatch]
) -> Float[Tensor, "L H"]:
    r"""Return how much each head counts: the mean over texts of $|\partial loss / \partial g|$.

    g multiplies what a head found, and is 1; one backward pass asks for all heads. It is a first
    guess at what ``bertlab.inspection.attention_measures.without_heads`` (g = 0) would cost.

    Args:
        model: All layers with equally many heads.
        batches: Texts with labels that the model was not tested on.

    Raises:
        ValueError: If there are no texts, or layers share their heads.

    Source: Michel et al. 2019, equation 2.
    """
    gates: list[Tensor] = []

    def hook(block: MultiHeadAttention) -> Callable:
        def multiply(_module: nn.Module, arguments: tuple[Tensor]) -> tuple[Tensor]:
            pieces = arguments[0].unflatten(-1, (block.num_heads, -1))  # (B, T, H, K)
            gates.append(pieces.new_ones(len(pieces), block.num_heads).requires_grad_())
            return ((pieces * gates[-1][:, None, :, None]).flatten(-2),)

        return multiply

    total, texts = torch.zeros(()), 0
    with_one_label(model)
    with evaluating(model), torch.enable_grad(), ExitStack() as stack:
        for block in attention_blocks(model):
            stack.callback(block.output.register_forward_pre_hook(hook(block)).remove)
        for batch in batches:
            gates.clear()
            loss = cross_entropy(model(*batch.inputs), batch.labels, reduction="sum")
            gradients = torch.stack(torch.autograd.grad(loss, gates))  # (L, B, H)
            total, texts = total + gradients.abs().sum(dim=1).cpu(), texts + len(batch.labels)
    if not texts:
        raise ValueError("expected texts, got none")
    return total / texts


def remove_heads(model: Model, heads: Sequence[tuple[int, int]]) -> Model:
    """Take heads away: their rows of queries, keys and values, and their columns of the output.

    The output is that of ``without_heads``, for less work.

    Args:
        model: A ``BertModel``, or a model with one inside; changed in place. Its layers differ
            afterwards, so no config.json describes it: what ``save_pretrained`` writes cannot be
            loaded.
        heads: Pairs of layer and head, from 0.

    Returns:
        The same model.

    Raises:
        ValueError: If there is no such head, a layer would have none left, or layers share theirs.
    """
    blocks = attention_blocks(model)
    gone: list[set[int]] = [set() for _ in blocks]
    for layer, head in heads:
        if not (0 <= layer < len(blocks) and 0 <= head < blocks[layer].num_heads):
            raise ValueError(f"expected a layer and a head that are there, got {(layer, head)}")
        gone[layer].add(head)
    for layer, block in enumerate(blocks):
        if len(gone[layer]) == block.num_heads:
            raise ValueError(f"expected a head that stays in layer {layer}, got none")
    for block, removed in zip(blocks, gone, strict=True):
        kept = [head for head in range(block.num_heads) if head not in removed]
        elements = torch.arange(block.query.out_features).view(block.num_heads, -1)
        _select(block, elements[kept].flatten().to(block.query.weight.device))
        block.num_heads = len(kept)
    return model


def _select(block: MultiHeadAttention, elements: Int[Tensor, " E"]) -> None:
    for part in (block.query, block.key, block.value):
        part.weight = nn.Parameter(part.weight.detach()[elements])
        part.bias = nn.Parameter(part.bias.detach()[elements])
        part.out_features = len(elements)
    block.output.weight = nn.Parameter(block.output.weight.detach()[:, elements].contiguous())
    block.output.in_features = len(elements)
