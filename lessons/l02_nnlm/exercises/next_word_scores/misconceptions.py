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
    bias: float = 1.0,
    direct: float = 1.0,
    finish: Callable[[Tensor], Tensor] = lambda scores: scores,
) -> Tensor:
    units = hidden(features @ hidden_weight.T, hidden_bias)
    scores = bias * output_bias + units @ output_weight.T
    return finish(scores + direct * (features @ direct_weight.T))


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
        "only shifts all scores by a constant that b can hold.",
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
        "Add Wx: here the features reach the scores on two ways, through the tanh layer and "
        "past it.",
        partial(_scores, direct=0.0),
    ),
    Misconception(
        "the result is already a distribution",
        "Return the scores, before the softmax: the loss applies it (cross_entropy does), and "
        "twice would flatten the distribution.",
        partial(_scores, finish=lambda scores: scores.softmax(dim=-1)),
        variants=(partial(_scores, finish=lambda scores: scores.log_softmax(dim=-1)),),
    ),
)
