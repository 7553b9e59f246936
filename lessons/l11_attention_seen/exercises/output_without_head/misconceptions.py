"""The misconceptions about ``output_without_head``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from workbook.exercises import Misconception

Silence = Callable[[Tensor, int], Tensor]


def _zeroed(context: Tensor, head: int) -> Tensor:
    keep = torch.arange(context.shape[1]) != head
    return context * keep[:, None, None]


def _merged(context: Tensor) -> Tensor:
    return torch.cat(context.unbind(dim=1), dim=-1)


def _untransposed(context: Tensor) -> Tensor:
    B, H, T, K = context.shape
    return context.reshape(B, T, H * K)


def _output(
    context: Tensor,
    weight: Tensor,
    bias: Tensor,
    head: int,
    *,
    silence: Silence = _zeroed,
    merge: Callable[[Tensor], Tensor] = _merged,
) -> Tensor:
    return merge(silence(context, head)) @ weight.T + bias


def _piece_of_output(
    context: Tensor, weight: Tensor, bias: Tensor, head: int, *, keep_bias: bool = False
) -> Tensor:
    K = context.shape[-1]
    output = _merged(context) @ weight.T + bias
    piece = slice(K * head, K * (head + 1))
    output[..., piece] = bias[piece] if keep_bias else 0.0
    return output


def _every_other(context: Tensor, weight: Tensor, bias: Tensor, head: int) -> Tensor:
    merged = _merged(context)
    merged[..., head :: context.shape[1]] = 0.0
    return merged @ weight.T + bias


def _only(context: Tensor, head: int) -> Tensor:
    return context - _zeroed(context, head)


def _token_zeroed(context: Tensor, head: int) -> Tensor:
    context = context.clone()
    context[:, :, head] = 0.0
    return context


def _cut_out(context: Tensor, head: int, at_the_front: bool) -> Tensor:
    """Move the other heads together, and put zeros where there is room then."""
    rest = [context[:, :head], context[:, head + 1 :]]
    nothing = torch.zeros_like(context[:, :1])
    return torch.cat([nothing, *rest] if at_the_front else [*rest, nothing], dim=1)


def _one_element(context: Tensor, weight: Tensor, bias: Tensor, head: int) -> Tensor:
    merged = _merged(context)
    merged[..., head] = 0.0
    return merged @ weight.T + bias


def _scaled_up(context: Tensor, head: int) -> Tensor:
    H = context.shape[1]
    return _zeroed(context, head) * H / (H - 1)


def _token_mean(context: Tensor, head: int) -> Tensor:
    return _zeroed(context, head) + _only(context, head).mean(dim=2, keepdim=True)


MISCONCEPTIONS = (
    Misconception(
        "a piece of the output is zeroed, not of the context",
        "Zero the head before the output matrix. Behind it every element is a mixture of all "
        "heads, and K of them belong to none.",
        _piece_of_output,
        variants=(partial(_piece_of_output, keep_bias=True),),
    ),
    Misconception(
        "only this head is kept",
        "The other way round: this head becomes 0 and all others stay.",
        partial(_output, silence=_only),
    ),
    Misconception(
        "every H-th element is zeroed, not a block of K",
        "The heads lie side by side in blocks: head h has the elements from K h to K (h + 1). "
        "Zero it before merging, and there is nothing to count.",
        _every_other,
    ),
    Misconception(
        "one element is zeroed, not a block of K",
        "In the merged vector head h has K elements, from K h to K (h + 1), and [..., head] is "
        "only one. Zero it before merging, and there is nothing to count.",
        _one_element,
    ),
    Misconception(
        "a token is silenced, not the head",
        "In (B, H, T, K) the heads are axis 1: set context[:, head] to 0 before you swap the axes. "
        "Afterwards axis 1 counts tokens.",
        partial(_output, silence=_token_zeroed),
    ),
    Misconception(
        "the head is cut out, and the others move into its place",
        "Set it to 0 and leave it where it is: each column of the weight belongs to one place in "
        "the merged vector, so the others must not move.",
        partial(_output, silence=partial(_cut_out, at_the_front=False)),
        variants=(partial(_output, silence=partial(_cut_out, at_the_front=True)),),
    ),
    Misconception(
        "the heads are merged without bringing the tokens forward",
        "Swap axes 1 and 2 before you flatten: a reshape of (B, H, T, K) alone mixes elements "
        "of different tokens.",
        partial(_output, merge=_untransposed),
    ),
    Misconception(
        "the other heads are scaled up",
        "Leave them as they are. Dropout scales what is left since it strikes at random in "
        "training; here you ask what the block does without this head.",
        partial(_output, silence=_scaled_up),
    ),
    Misconception(
        "the bias is left out",
        "Keep the bias: it belongs to the block, not to the head.",
        lambda context, weight, bias, head: _merged(_zeroed(context, head)) @ weight.T,
    ),
    Misconception(
        "the heads are counted from 1",
        "The first head is number 0, as everywhere in bertlab and in BertViz.",
        partial(_output, silence=lambda context, head: _zeroed(context, head - 1)),
    ),
    Misconception(
        "the output matrix is applied the wrong way round",
        "nn.Linear keeps its matrix as (outputs, inputs): multiply by weight.T, or call "
        "linear(context, weight, bias).",
        lambda context, weight, bias, head: _merged(_zeroed(context, head)) @ weight + bias,
    ),
    Misconception(
        "the head's context is replaced by its mean over the tokens",
        "Replace it by 0. The mean is another way to remove a head, which keeps what it says "
        "about every token alike.",
        partial(_output, silence=_token_mean),
    ),
    Misconception(
        "no head is silenced",
        "Set context[:, head] to 0 before the heads are merged (on a copy), and use that copy.",
        partial(_output, silence=lambda context, head: context),
    ),
)
