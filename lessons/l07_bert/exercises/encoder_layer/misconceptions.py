"""The misconceptions about ``encoder_layer``, each a wrong function with advice."""

from lessons.l07_bert.exercises.cases import Tensors
from lessons.l07_bert.exercises.self_attention.reference import self_attention

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor
from torch.nn.functional import gelu, layer_norm, linear

from workbook.exercises import Misconception

Part = Callable[[Tensor], Tensor]


_DENSE = "attention.output.dense", "intermediate.dense", "output.dense"
_FIRST, _SECOND = "attention.output.LayerNorm", "output.LayerNorm"


def _right(hidden: Tensor, attend: Part, feed: Part, first: Part, second: Part) -> Tensor:
    attended = first(hidden + attend(hidden))
    return second(attended + feed(attended))


def _layer(
    hidden: Tensor,
    mask: Tensor,
    layer: Tensors,
    num_heads: int,
    eps: float = 1e-12,
    *,
    join: Callable[[Tensor, Part, Part, Part, Part], Tensor] = _right,
    activation: Part = gelu,
    finish: Part = lambda vectors: vectors,
    projected: bool = True,
    mix: Part = lambda vectors: vectors,
    mask_of: Callable[[Tensor], Tensor] = lambda mask: mask,
    unbiased: tuple[str, ...] = (),
    norms: tuple[str, str] = (_FIRST, _SECOND),
    eps_of: Callable[[str, float], float] = lambda name, eps: eps,
) -> Tensor:
    """Run ``join(hidden, attend, feed_forward, first_norm, second_norm)``."""

    def dense(vectors: Tensor, name: str) -> Tensor:
        return linear(
            vectors, layer[f"{name}.weight"], None if name in unbiased else layer[f"{name}.bias"]
        )

    def attend(vectors: Tensor) -> Tensor:
        context = self_attention(vectors, mask_of(mask), layer, num_heads)
        return mix(dense(context, "attention.output.dense")) if projected else context

    def feed_forward(vectors: Tensor) -> Tensor:
        wide = activation(dense(vectors, "intermediate.dense"))
        return finish(dense(wide, "output.dense"))

    def norm(vectors: Tensor, name: str) -> Tensor:
        gamma, beta = layer[f"{name}.weight"], layer[f"{name}.bias"]
        return layer_norm(vectors, gamma.shape, gamma, beta, eps_of(name, eps))

    first, second = (partial(norm, name=name) for name in norms)
    return join(hidden, attend, feed_forward, first, second)


def _pre_norm(hidden: Tensor, attend: Part, feed: Part, first: Part, second: Part) -> Tensor:
    attended = hidden + attend(first(hidden))
    return attended + feed(second(attended))


def _no_residual(hidden: Tensor, attend: Part, feed: Part, first: Part, second: Part) -> Tensor:
    return second(feed(first(attend(hidden))))


def _far_residual(hidden: Tensor, attend: Part, feed: Part, first: Part, second: Part) -> Tensor:
    return second(hidden + feed(first(hidden + attend(hidden))))


def _unnormed(hidden: Tensor, attend: Part, feed: Part, first: Part, second: Part) -> Tensor:
    attended = hidden + attend(hidden)
    return second(attended + feed(first(attended)))


def _norm_then_add(hidden: Tensor, attend: Part, feed: Part, first: Part, second: Part) -> Tensor:
    attended = hidden + first(attend(hidden))
    return attended + second(feed(attended))


def _one_norm(hidden: Tensor, attend: Part, feed: Part, first: Part, second: Part) -> Tensor:
    attended = hidden + attend(hidden)
    return second(attended + feed(attended))


def _no_norms(hidden: Tensor, attend: Part, feed: Part, first: Part, second: Part) -> Tensor:
    attended = hidden + attend(hidden)
    return attended + feed(attended)


MISCONCEPTIONS = (
    Misconception(
        "LayerNorm stands before each sub-layer",
        "That is the pre-norm layer of GPT-2 and most later models. BERT is post-norm: first "
        "add the sub-layer's output to its input, then normalize the sum.",
        partial(_layer, join=_pre_norm),
    ),
    Misconception(
        "a residual is missing",
        "Twice a layer, the input of a sub-layer is added to its output: once around the "
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
        "Normalize the sum: LayerNorm(x + sublayer(x)), not x + LayerNorm(sublayer(x)).",
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
        "There are two in a layer, one behind each addition.",
        partial(_layer, join=_one_norm),
        variants=(
            partial(_layer, join=_no_norms),
            partial(_layer, join=lambda h, a, f, first, second: (x := first(h + a(h))) + f(x)),
        ),
    ),
    Misconception(
        "the mask does not reach the attention",
        "Hand attention_mask on to self_attention as it is, or the tokens attend to padding.",
        partial(_layer, mask_of=torch.ones_like),
    ),
    Misconception(
        "the feed-forward network is missing",
        "After the attention and its norm comes the second block: two dense maps with GELU, its "
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
        "a bias is left out",
        "Each of the three dense maps ends with its bias: weight and bias come in pairs.",
        partial(_layer, unbiased=_DENSE),
        variants=tuple(partial(_layer, unbiased=(name,)) for name in _DENSE),
    ),
    Misconception(
        "the weights of the two LayerNorms are mixed up",
        "attention.output.LayerNorm follows the attention, output.LayerNorm the feed-forward "
        "network; each has trained weights of its own.",
        partial(_layer, norms=(_SECOND, _FIRST)),
        variants=(
            partial(_layer, norms=(_FIRST, _FIRST)),
            partial(_layer, norms=(_SECOND, _SECOND)),
        ),
    ),
    Misconception(
        "the heads are not mixed by attention.output.dense",
        "The merged contexts pass through one more dense layer before they are added: it is "
        "where the heads' findings come together.",
        partial(_layer, projected=False),
    ),
    Misconception(
        "GELU is approximated by tanh",
        "BERT's GELU is x times the normal distribution function (erf). The tanh formula "
        "differs from it by up to 0.0005: enough for a parity test to fail.",
        partial(_layer, activation=partial(gelu, approximate="tanh")),
    ),
    Misconception(
        "the activation is ReLU",
        "That is the Transformer of 2017; BERT uses GELU, which is smooth around 0.",
        partial(_layer, activation=torch.relu),
    ),
    Misconception(
        "GELU is applied twice",
        "Once, between the two dense layers: what the second one returns is added to the "
        "residual as it is.",
        partial(_layer, finish=gelu),
        variants=(partial(_layer, activation=lambda vectors: gelu(gelu(vectors))),),
    ),
    Misconception(
        "GELU stands behind the second dense map",
        "Between the two, where the vectors are wide: behind the second map nothing follows but "
        "the residual.",
        partial(_layer, activation=lambda vectors: vectors, finish=gelu),
    ),
    Misconception(
        "GELU is applied to the attention's output, too",
        "Only the feed-forward network has an activation, between its two dense maps.",
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
        "eps is not passed on to both LayerNorms",
        "Give eps to layer_norm both times: without it torch takes 1e-5, and BERT was trained "
        "with 1e-12.",
        partial(_layer, eps_of=lambda name, eps: 1e-5),
        variants=(
            partial(_layer, eps_of=lambda name, eps: 1e-12),
            partial(_layer, eps_of=lambda name, eps: eps if name == _FIRST else 1e-5),
            partial(_layer, eps_of=lambda name, eps: eps if name == _SECOND else 1e-5),
        ),
    ),
    Misconception(
        "the feed-forward network has no activation",
        "Apply GELU between the two dense layers: without it they are one linear map.",
        partial(_layer, activation=lambda vectors: vectors),
    ),
)
