"""The misconceptions about ``pooler``, each a wrong function with advice."""

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _dense(vectors: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    return vectors @ weight.T + bias


MISCONCEPTIONS = (
    Misconception(
        "the tokens are averaged",
        "BERT's pooler looks at the first token only: [CLS] was trained, with next-sentence "
        "prediction, to stand for the whole input.",
        lambda hidden, weight, bias: torch.tanh(_dense(hidden.mean(1), weight, bias)),
        variants=(lambda hidden, weight, bias: _dense(hidden, weight, bias).tanh().mean(1),),
    ),
    Misconception(
        "the largest value over the tokens is taken",
        "BERT's pooler looks at the first token only; nothing is compared across tokens.",
        lambda hidden, weight, bias: torch.tanh(_dense(hidden.amax(1), weight, bias)),
        variants=(lambda hidden, weight, bias: _dense(hidden, weight, bias).tanh().amax(1),),
    ),
    Misconception(
        "the last token is taken",
        "[CLS] is the first token. The last one is [SEP] or padding.",
        lambda hidden, weight, bias: torch.tanh(_dense(hidden[:, -1], weight, bias)),
    ),
    Misconception(
        "the first text is taken instead of the first token",
        "Axis 0 counts texts and axis 1 tokens: hidden[:, 0], not hidden[0].",
        lambda hidden, weight, bias: torch.tanh(_dense(hidden[0], weight, bias)),
    ),
    Misconception(
        "all tokens are passed on",
        "Take the first token of each text: (B, T, D) becomes (B, D).",
        lambda hidden, weight, bias: torch.tanh(_dense(hidden, weight, bias)),
    ),
    Misconception(
        "tanh is missing",
        "Finish with tanh; the heads were trained on values between -1 and 1.",
        lambda hidden, weight, bias: _dense(hidden[:, 0], weight, bias),
    ),
    Misconception(
        "tanh comes before the dense layer",
        "First the dense layer, then tanh.",
        lambda hidden, weight, bias: _dense(hidden[:, 0].tanh(), weight, bias),
    ),
    Misconception(
        "the activation is not tanh",
        "The pooler ends with tanh, whatever the layers below use: its values lie between -1 "
        "and 1.",
        lambda hidden, weight, bias: _dense(hidden[:, 0], weight, bias).sigmoid(),
        variants=(
            lambda hidden, weight, bias: _dense(hidden[:, 0], weight, bias).relu(),
            lambda hidden, weight, bias: torch.nn.functional.gelu(
                _dense(hidden[:, 0], weight, bias)
            ),
        ),
    ),
    Misconception(
        "the weight is not transposed",
        "nn.Linear stores a weight as (out, in): multiply by weight.T. The matrix is square, "
        "so the wrong way runs too.",
        lambda hidden, weight, bias: torch.tanh(hidden[:, 0] @ weight + bias),
    ),
    Misconception(
        "the bias is left out",
        "Add the bias before tanh.",
        lambda hidden, weight, bias: torch.tanh(hidden[:, 0] @ weight.T),
    ),
)
