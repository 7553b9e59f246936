"""The misconceptions about ``mixed_cls``, each a wrong function with advice."""

from collections.abc import Callable, Sequence
from functools import partial

import torch
from torch import Tensor
from torch.nn.functional import one_hot

from workbook.exercises import Misconception


def _mixed(
    hidden_states: Sequence[Tensor],
    w: Tensor,
    *,
    layers: slice = slice(-4, None),
    pick: Callable[[Tensor], Tensor] = lambda layer: layer[:, 0],
    shares: Callable[[Tensor], Tensor] = lambda w: w.softmax(dim=0),
    change: Callable[[Tensor], Tensor] = lambda vectors: vectors,
) -> Tensor:
    vectors = torch.stack([pick(layer) for layer in list(hidden_states)[layers]])
    return torch.tensordot(shares(w), change(vectors), dims=1)


def _joined(hidden_states: Sequence[Tensor], w: Tensor) -> Tensor:
    """Put the four vectors side by side, (B, 4D)."""
    return torch.cat([layer[:, 0] for layer in hidden_states[-4:]], dim=1)


def _joined_by_shares(hidden_states: Sequence[Tensor], w: Tensor) -> Tensor:
    shares = zip(w.softmax(dim=0), hidden_states[-4:], strict=True)
    return torch.cat([share * layer[:, 0] for share, layer in shares], dim=1)


def _products(hidden_states: Sequence[Tensor], factors: Tensor) -> Tensor:
    """Multiply each of the four vectors by its factor, (4, B, D)."""
    return factors[:, None, None] * torch.stack([layer[:, 0] for layer in hidden_states[-4:]])


MISCONCEPTIONS = (
    Misconception(
        "the weights are not normalized",
        "Take the softmax of w: shares are above 0 and sum to 1, so the mixture stays as long "
        "as the vectors that the head is made for.",
        partial(_mixed, shares=lambda w: w),
        variants=(
            partial(_mixed, shares=torch.exp),
            partial(_mixed, shares=lambda w: w.log_softmax(dim=0)),
        ),
    ),
    Misconception(
        "the weights are divided by their sum, without the softmax",
        "Use the softmax: training moves w below 0 as well, and w / w.sum() then divides by "
        "something near 0.",
        partial(_mixed, shares=lambda w: w / w.sum()),
        variants=(partial(_mixed, shares=lambda w: w.abs() / w.abs().sum()),),
    ),
    Misconception(
        "all four layers have the same share",
        "The shares are the softmax of w. A plain mean leaves w without a gradient, so it "
        "learns nothing.",
        partial(_mixed, shares=lambda w: torch.full_like(w, 0.25)),
    ),
    Misconception(
        "the four vectors are added, each with a share of 1",
        "Multiply each by its share. If the softmax runs over an axis of size 1, all shares are 1: "
        "w.softmax(dim=0) is over the four.",
        partial(_mixed, shares=torch.ones_like),
    ),
    Misconception(
        "only one layer is used, not a mixture",
        "Add up the [CLS] of the last four layers, each times its share.",
        partial(_mixed, shares=lambda w: w.new_tensor([0.0, 0.0, 0.0, 1.0])),
        variants=(partial(_mixed, shares=lambda w: one_hot(w.argmax(), 4).to(w.dtype)),),
    ),
    Misconception(
        "exp is taken of numbers as large as they come",
        "exp overflows above 709 and is 0 below -745: subtract w.max() first, which leaves the "
        "shares as they are, or use w.softmax(dim=0).",
        partial(_mixed, shares=lambda w: w.exp() / w.exp().sum()),
    ),
    Misconception(
        "a sigmoid takes the place of the softmax",
        "The layers compete for shares that sum to 1: softmax over the four, not a sigmoid for "
        "each.",
        partial(_mixed, shares=torch.sigmoid),
    ),
    Misconception(
        "the shares are in reverse order",
        "w begins with the lowest of the four layers, as hidden_states[-4:] does.",
        partial(_mixed, shares=lambda w: w.softmax(dim=0).flip(0)),
    ),
    Misconception(
        "the first four layers are mixed",
        "Take the last four, hidden_states[-4:]: the first ones are still close to the single "
        "pieces, and [CLS] has gathered little there.",
        partial(_mixed, layers=slice(1, 5)),
        variants=(partial(_mixed, layers=slice(0, 4)),),
    ),
    Misconception(
        "the last layer is left out",
        "A slice leaves out its end: hidden_states[-4:] goes to the last layer, "
        "hidden_states[-5:-1] stops before it.",
        partial(_mixed, layers=slice(-5, -1)),
        variants=(partial(_mixed, layers=slice(-4, -1), shares=lambda w: w.softmax(dim=0)[:3]),),
    ),
    Misconception(
        "all tokens are averaged",
        "Take the first token of each text, layer[:, 0]: a mean over axis 1 counts padding, too.",
        partial(_mixed, pick=lambda layer: layer.mean(dim=1)),
    ),
    Misconception(
        "the last token is taken",
        "[CLS] is the first token, layer[:, 0]. The last one is [SEP] or padding.",
        partial(_mixed, pick=lambda layer: layer[:, -1]),
    ),
    Misconception(
        "the second token is taken",
        "[CLS] is the first token, layer[:, 0], as Python counts from 0.",
        partial(_mixed, pick=lambda layer: layer[:, 1]),
    ),
    Misconception(
        "the tokens are added up",
        "Take the first token of each text, layer[:, 0]: a sum over axis 1 counts all tokens.",
        partial(_mixed, pick=lambda layer: layer.sum(dim=1)),
    ),
    Misconception(
        "the first component is taken instead of the first token",
        "Axis 1 counts tokens and axis 2 components: layer[:, 0], not layer[:, :, 0].",
        partial(_mixed, pick=lambda layer: layer[:, :, 0]),
    ),
    Misconception(
        "the first text is taken instead of the first token",
        "Axis 0 counts texts and axis 1 tokens: layer[:, 0], not layer[0].",
        partial(_mixed, pick=lambda layer: layer[0]),
    ),
    Misconception(
        "all tokens are passed on",
        "Take the first token of each layer: (B, T, D) becomes (B, D).",
        partial(_mixed, pick=lambda layer: layer),
    ),
    Misconception(
        "the four vectors stand side by side",
        "Add them up, each times its share: (B, D), not (B, 4D). Joining is the other way that "
        "the paper tries; it needs no shares, but a larger head.",
        _joined,
        variants=(_joined_by_shares,),
    ),
    Misconception(
        "the softmax runs over the components of the vectors",
        "Take the softmax of w, one number a layer. The vectors stay as they are.",
        partial(_mixed, change=lambda vectors: vectors.softmax(dim=-1)),
    ),
    Misconception(
        "the softmax runs over the vectors or products, layer against layer",
        "Take the softmax of w alone, then multiply. Over the products it gives numbers that sum "
        "to 1, whatever the vectors are.",
        lambda hidden_states, w: _products(hidden_states, w).softmax(dim=0).sum(dim=0),
        variants=(partial(_mixed, change=lambda vectors: vectors.softmax(dim=0)),),
    ),
    Misconception(
        "the mixture goes through a softmax",
        "The softmax belongs to w, before the sum: the mixture is a vector of any numbers.",
        lambda hidden_states, w: _products(hidden_states, w).sum(dim=0).softmax(dim=-1),
        variants=(lambda hidden_states, w: _mixed(hidden_states, w).softmax(dim=-1),),
    ),
    Misconception(
        "the four vectors are weighted, but not added",
        "Sum over the first axis, that of the layers: (4, B, D) becomes (B, D).",
        lambda hidden_states, w: _products(hidden_states, w.softmax(dim=0)),
        variants=(
            lambda hidden_states, w: _products(hidden_states, w.softmax(dim=0)).transpose(0, 1),
        ),
    ),
    Misconception(
        "the sum is divided by four once more",
        "Leave the division out: the shares sum to 1, so the mixture is an average already.",
        partial(_mixed, shares=lambda w: w.softmax(dim=0) / 4),
    ),
)
