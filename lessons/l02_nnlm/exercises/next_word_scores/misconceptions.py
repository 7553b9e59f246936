"""The misconceptions about ``next_word_scores``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _scores(
    features: Tensor,
    hidden_weight: Tensor,
    hidden_bias: Tensor,
    output_weight: Tensor,
    output_bias: Tensor,
    direct_weight: Tensor,
    *,
    hidden: Callable[[Tensor, Tensor], Tensor] = lambda product, d: torch.tanh(d + product),
    turn: Callable[[Tensor], Tensor] = torch.t,
    bias: float = 1.0,
    leave: Callable[[Tensor, Tensor], Tensor] = lambda product, b: product,
    direct: Callable[[Tensor, Tensor], Tensor] = lambda product, b: product,
    finish: Callable[[Tensor], Tensor] = lambda scores: scores,
) -> Tensor:
    units = hidden(features @ turn(hidden_weight), hidden_bias)
    scores = bias * output_bias + leave(units @ output_weight.T, output_bias)
    return finish(scores + direct(features @ direct_weight.T, output_bias))


def _identity(product: Tensor, bias: Tensor) -> Tensor:
    return product + bias


def _bent(product: Tensor, bias: Tensor) -> Tensor:
    return torch.tanh(product)


def _bent_with_bias(product: Tensor, bias: Tensor) -> Tensor:
    return torch.tanh(product + bias)


MISCONCEPTIONS = (
    Misconception(
        "the tanh is missing",
        "Put tanh around d + Hx: without it, two linear maps in a row are one linear map, and "
        "the words of a window cannot work together.",
        partial(_scores, hidden=lambda product, d: d + product),
    ),
    Misconception(
        "the hidden units go through sigmoid, not tanh",
        "Use tanh, as the equation does: its values lie around 0, in (-1, 1). Those of sigmoid "
        "lie in (0, 1), so each unit adds something to every score even when it has read nothing.",
        partial(_scores, hidden=lambda product, d: torch.sigmoid(d + product)),
    ),
    Misconception(
        "the tanh goes over the scores as well",
        "Leave the scores as they are: squeezed into (-1, 1), no word could be more than "
        "exp(2), about 7 times, as likely as another.",
        partial(_scores, finish=torch.tanh),
    ),
    Misconception(
        "the bias d is added after the tanh",
        "Add d inside: it decides where on the curve of tanh a unit works. After the tanh it "
        "only shifts each score by a constant, which b can hold.",
        partial(_scores, hidden=lambda product, d: d + torch.tanh(product)),
    ),
    Misconception(
        "the bias d of the tanh layer is missing",
        "Add d before the tanh: without it every unit is 0 for features of 0.",
        partial(_scores, hidden=lambda product, d: torch.tanh(product)),
    ),
    Misconception(
        "the bias b of the scores is missing",
        "Add b: it lets a word be frequent whatever stands before it. Without a context to "
        "read, b alone is the unigram model.",
        partial(_scores, bias=0.0),
    ),
    Misconception(
        "the direct connections W are left out",
        "Add Wx: here the features reach the scores in two ways, through the tanh layer and "
        "past it.",
        partial(_scores, direct=lambda product, b: 0 * product),
    ),
    Misconception(
        "the result is already a distribution",
        "Return the scores, before the softmax: the loss applies it (cross_entropy does), and "
        "twice would flatten the distribution.",
        partial(_scores, finish=lambda scores: scores.softmax(dim=-1)),
        variants=(
            partial(_scores, finish=lambda scores: scores.log_softmax(dim=-1)),
            partial(_scores, finish=lambda scores: scores.softmax(dim=0)),
            partial(_scores, finish=lambda scores: scores.exp()),
        ),
    ),
    Misconception(
        "the best word of each window is returned, not the scores",
        "Return all scores, (B, V): the loss needs every word's, and to choose one comes later.",
        partial(_scores, finish=lambda scores: scores.argmax(dim=-1)),
        variants=(partial(_scores, finish=lambda scores: scores.amax(dim=-1)),),
    ),
    Misconception(
        "the hidden units go through ReLU, not tanh",
        "Use tanh, as the equation does: ReLU is 0 for everything negative, so a unit could not "
        "take anything from a score.",
        partial(_scores, hidden=lambda product, d: torch.relu(d + product)),
    ),
    Misconception(
        "the direct term goes through tanh, too",
        "Add Wx as it is: only d + Hx stands inside the brackets of tanh.",
        partial(_scores, direct=_bent),
        variants=(partial(_scores, direct=_bent_with_bias, bias=0.0),),
    ),
    Misconception(
        "the tanh goes over the product with U, not over d + Hx",
        "Take tanh of d + Hx and multiply by U then: the scores are sums of hidden units, of any "
        "size.",
        partial(_scores, hidden=_identity, leave=_bent),
        variants=(
            partial(_scores, leave=_bent),
            partial(_scores, hidden=_identity, leave=_bent_with_bias, bias=0.0),
            partial(_scores, leave=_bent_with_bias, bias=0.0),
        ),
    ),
    Misconception(
        "the bias b of the scores is added twice",
        "Add b once: if both ways to the scores are computed by linear, only one of them gets it.",
        partial(_scores, bias=2.0),
    ),
    Misconception(
        "the bias d is added twice, before the tanh and after it",
        "Add d inside the tanh and nowhere else: the scores have a bias of their own, b.",
        partial(_scores, hidden=lambda product, d: d + torch.tanh(d + product)),
    ),
    Misconception(
        "the biases are subtracted",
        "Add them, as the equation does.",
        partial(_scores, hidden=lambda product, d: torch.tanh(product - d), bias=-1.0),
        variants=(
            partial(_scores, hidden=lambda product, d: torch.tanh(product - d)),
            partial(_scores, bias=-1.0),
        ),
    ),
    Misconception(
        "a weight matrix stands the wrong way round",
        "A matrix (out, in) meets rows (B, in): write rows @ matrix.T, or matrix @ row for a "
        "single one. linear(rows, matrix) transposes by itself.",
        partial(_scores, turn=lambda matrix: matrix),
    ),
)
