"""Slips of the exercise on a silent head: the same steps, one of them changed."""

from collections.abc import Callable

import torch
from torch import Tensor

Silence = Callable[[Tensor, int], Tensor]  # (B, H, T, K) and the head -> (B, H, T, K)
Change = Callable[[Tensor, int, int, int], Tensor]  # (merged or bias, head, H, K) -> changed


def zeroed(context: Tensor, head: int) -> Tensor:
    """Silence a head."""
    keep = torch.arange(context.shape[1]) != head
    return context * keep[:, None, None]


def put_zero(index: Callable[[int], tuple]) -> Silence:
    """Set a part of a copy to 0; it breaks down where there is no such part."""

    def silence(context: Tensor, head: int) -> Tensor:
        context = context.clone()
        context[index(head)] = 0.0
        return context

    return silence


def kept(context: Tensor, head: int) -> Tensor:
    """Silence nobody."""
    return context


def merged(context: Tensor) -> Tensor:
    """Lay the heads side by side, (B, T, D)."""
    return torch.cat(context.unbind(dim=1), dim=-1)


def untransposed(context: Tensor) -> Tensor:
    """Merge without bringing the tokens forward."""
    B, H, T, K = context.shape
    return context.reshape(B, T, H * K)


def interleaved(context: Tensor) -> Tensor:
    """Merge element by element."""
    return context.permute(0, 2, 3, 1).flatten(2)


def output(
    context: Tensor,
    weight: Tensor,
    bias: Tensor,
    head: int,
    *,
    silence: Silence = zeroed,
    merge: Callable[[Tensor], Tensor] = merged,
    change: Change = lambda merged, head, H, K: merged,
    matrix: Callable[[Tensor], Tensor] = lambda weight: weight.T,
    shift: Change = lambda bias, head, H, K: bias,
) -> Tensor:
    """Compute the block's output; each keyword puts a slip in."""
    H, K = context.shape[1], context.shape[-1]
    merged = change(merge(silence(context, head)), head, H, K)
    return merged @ matrix(weight) + shift(bias, head, H, K)


def without(elements: Callable[[int, int, int], slice | int]) -> Change:
    """Set some of the last axis to 0."""

    def change(values: Tensor, head: int, H: int, K: int) -> Tensor:
        values = values.clone()
        values[..., elements(head, H, K)] = 0.0
        return values

    return change


def rows_of_tokens(merged: Tensor, head: int, H: int, K: int) -> Tensor:
    """Set some tokens to 0, all of their elements."""
    merged = merged.clone()
    merged[:, head * K : (head + 1) * K] = 0.0
    return merged


block = without(lambda head, H, K: slice(head * K, (head + 1) * K))


def piece_of_output(
    context: Tensor, weight: Tensor, bias: Tensor, head: int, *, keep_bias: bool = False
) -> Tensor:
    """Set a piece of the output to 0, or to its bias."""
    H, K = context.shape[1], context.shape[-1]
    output = merged(context) @ weight.T + bias
    piece = block(output, head, H, K)
    return piece + bias - block(bias, head, H, K) if keep_bias else piece


def only(context: Tensor, head: int) -> Tensor:
    """Silence all other heads."""
    return context - zeroed(context, head)


def cut_out(context: Tensor, head: int, at_the_front: bool) -> Tensor:
    """Move the other heads together, and put zeros where there is room then."""
    rest = [context[:, :head], context[:, head + 1 :]]
    nothing = torch.zeros_like(context[:, :1])
    return torch.cat([nothing, *rest] if at_the_front else [*rest, nothing], dim=1)


def scaled_up(context: Tensor, head: int) -> Tensor:
    """Silence a head, and make the others larger."""
    H = context.shape[1]
    return zeroed(context, head) * H / (H - 1)


def token_mean(context: Tensor, head: int) -> Tensor:
    """Put a head's mean over the tokens in its place."""
    return zeroed(context, head) + only(context, head).mean(dim=2, keepdim=True)


def head_mean(context: Tensor, head: int, others: bool) -> Tensor:
    """Put the mean of all heads, or that of the others, in the place of a head."""
    rest = torch.arange(context.shape[1]) != head
    mean = (context[:, rest] if others else context).mean(dim=1, keepdim=True)
    return torch.where(rest[:, None, None], context, mean)
