"""The misconceptions about ``encoder_layer``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial
from typing import Any

import torch
from torch import Tensor
from torch.nn.functional import gelu

from workbook.exercises import Misconception

Part = Callable[[Tensor], Tensor]


_FIRST, _SECOND = "attention_norm", "output_norm"


def _right(x: Tensor, attend: Part, feed: Part, first: Part, second: Part) -> Tensor:
    attended = first(x + attend(x))
    return second(attended + feed(attended))


def _layer(
    x: Tensor,
    attention_mask: Tensor,
    layer: Any,
    *,
    join: Callable[[Tensor, Part, Part, Part, Part], Tensor] = _right,
    activation: Part = gelu,
    finish: Part = lambda vectors: vectors,
    mix: Part = lambda vectors: vectors,
    mask_of: Callable[[Tensor], Tensor] = lambda mask: mask,
    norms: tuple[str, str] = (_FIRST, _SECOND),
) -> Tensor:
    """Run ``join(x, attend, feed_forward, first_norm, second_norm)``."""

    def attend(vectors: Tensor) -> Tensor:
        return mix(layer.attention(vectors, mask_of(attention_mask)))

    def feed_forward(vectors: Tensor) -> Tensor:
        return finish(layer.contract(activation(layer.expand(vectors))))

    first, second = (getattr(layer, name) for name in norms)
    return join(x, attend, feed_forward, first, second)


def _pre_norm(x: Tensor, attend: Part, feed: Part, first: Part, second: Part) -> Tensor:
    attended = x + attend(first(x))
    return attended + feed(second(attended))


def _no_residual(x: Tensor, attend: Part, feed: Part, first: Part, second: Part) -> Tensor:
    return second(feed(first(attend(x))))


def _far_residual(x: Tensor, attend: Part, feed: Part, first: Part, second: Part) -> Tensor:
    return second(x + feed(first(x + attend(x))))


def _unnormed(x: Tensor, attend: Part, feed: Part, first: Part, second: Part) -> Tensor:
    attended = x + attend(x)
    return second(attended + feed(first(attended)))


def _norm_then_add(x: Tensor, attend: Part, feed: Part, first: Part, second: Part) -> Tensor:
    attended = x + first(attend(x))
    return attended + second(feed(attended))


def _one_norm(x: Tensor, attend: Part, feed: Part, first: Part, second: Part) -> Tensor:
    attended = x + attend(x)
    return second(attended + feed(attended))


def _no_norms(x: Tensor, attend: Part, feed: Part, first: Part, second: Part) -> Tensor:
    attended = x + attend(x)
    return attended + feed(attended)


MISCONCEPTIONS = (
    Misconception(
        "LayerNorm stands before each block",
        "That is the pre-norm layer of GPT-2 and most later models. BERT is post-norm: first "
        "add the block's output to its input, then normalize the sum.",
        partial(_layer, join=_pre_norm),
    ),
    Misconception(
        "a residual is missing",
        "Twice a layer, the input of a block is added to its output: once around the "
        "attention and once around the feed-forward network.",
        partial(_layer, join=_no_residual),
        variants=(
            partial(_layer, join=lambda h, a, f, first, second: second(f(first(h + a(h))))),
            partial(_layer, join=lambda h, a, f, first, second: second((x := first(a(h))) + f(x))),
        ),
    ),
    Misconception(
        "the second residual starts at the layer's input",
        "Add what went into the feed-forward network, which is the normalized output of the "
        "attention, not the vectors that entered the layer.",
        partial(_layer, join=_far_residual),
    ),
    Misconception(
        "the second residual skips the first LayerNorm",
        "Both the feed-forward network and the residual around it start from the normalized "
        "vectors: normalize once, keep the result, use it twice.",
        partial(_layer, join=_unnormed),
    ),
    Misconception(
        "LayerNorm is applied before adding",
        "Normalize the sum: LayerNorm(x + block(x)), not x + LayerNorm(block(x)).",
        partial(_layer, join=_norm_then_add),
        variants=(
            partial(
                _layer, join=lambda h, a, f, first, second: second((x := h + first(a(h))) + f(x))
            ),
            partial(
                _layer, join=lambda h, a, f, first, second: (x := first(h + a(h))) + second(f(x))
            ),
        ),
    ),
    Misconception(
        "a LayerNorm is missing",
        "There are two in a layer, one after each addition.",
        partial(_layer, join=_one_norm),
        variants=(
            partial(_layer, join=_no_norms),
            partial(_layer, join=lambda h, a, f, first, second: (x := first(h + a(h))) + f(x)),
        ),
    ),
    Misconception(
        "the mask does not reach the attention",
        "Hand attention_mask on to layer.attention as it is, or the tokens attend to padding.",
        partial(_layer, mask_of=torch.ones_like),
    ),
    Misconception(
        "the feed-forward network is missing",
        "After the attention and its norm comes the second block: two linear maps with GELU, its "
        "residual and its norm.",
        partial(_layer, join=lambda h, a, f, first, second: first(h + a(h))),
    ),
    Misconception(
        "the feed-forward network reads the layer's input",
        "It reads the normalized output of the attention, or the two blocks would work side by "
        "side.",
        partial(_layer, join=lambda h, a, f, first, second: second(first(h + a(h)) + f(h))),
        variants=(partial(_layer, join=lambda h, a, f, first, second: second(h + f(h))),),
    ),
    Misconception(
        "the two LayerNorms are mixed up",
        "layer.attention_norm follows the attention, layer.output_norm the feed-forward network; "
        "each has a gain and a bias of its own.",
        partial(_layer, norms=(_SECOND, _FIRST)),
        variants=(
            partial(_layer, norms=(_FIRST, _FIRST)),
            partial(_layer, norms=(_SECOND, _SECOND)),
        ),
    ),
    Misconception(
        "GELU is approximated by tanh",
        "BERT's GELU is x times the normal distribution function (erf), which is torch's default. "
        "The tanh formula differs from it by up to 0.0005.",
        partial(_layer, activation=partial(gelu, approximate="tanh")),
    ),
    Misconception(
        "the activation is ReLU",
        "That is the Transformer of 2017; BERT uses GELU, which is smooth around 0.",
        partial(_layer, activation=torch.relu),
    ),
    Misconception(
        "GELU is applied twice",
        "Once, between the two linear maps: what the second one returns is added to the "
        "residual as it is.",
        partial(_layer, finish=gelu),
        variants=(partial(_layer, activation=lambda vectors: gelu(gelu(vectors))),),
    ),
    Misconception(
        "GELU stands after the second linear map",
        "Put it between the two, where the vectors are wide: only the residual follows the second.",
        partial(_layer, activation=lambda vectors: vectors, finish=gelu),
    ),
    Misconception(
        "GELU is applied to the attention's output, too",
        "Only the feed-forward network has an activation, between its two linear maps.",
        partial(_layer, mix=gelu),
    ),
    Misconception(
        "the activation is another function than GELU",
        "Use torch's gelu without arguments: x times the probability that a standard normal "
        "variable is below x.",
        partial(_layer, activation=torch.tanh),
        variants=(
            partial(_layer, activation=torch.sigmoid),
            partial(_layer, activation=lambda x: x * torch.sigmoid(x)),
            partial(_layer, activation=lambda x: x * torch.sigmoid(1.702 * x)),
        ),
    ),
    Misconception(
        "the feed-forward network has no activation",
        "Apply GELU between the two linear maps: without it they are one linear map.",
        partial(_layer, activation=lambda vectors: vectors),
    ),
)
