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
        "the bias is added after tanh",
        "Add the bias before tanh: it belongs to the dense layer, and the result stays between -1 "
        "and 1.",
        lambda hidden, weight, bias: torch.tanh(hidden[:, 0] @ weight.T) + bias,
    ),
    Misconception(
        "tanh is applied twice",
        "Once is enough, behind the dense layer.",
        lambda hidden, weight, bias: _dense(hidden[:, 0], weight, bias).tanh().tanh(),
        variants=(lambda hidden, weight, bias: _dense(hidden[:, 0].tanh(), weight, bias).tanh(),),
    ),
    Misconception(
        "the tokens are added up",
        "BERT's pooler looks at the first token only: hidden[:, 0].",
        lambda hidden, weight, bias: torch.tanh(_dense(hidden.sum(1), weight, bias)),
        variants=(lambda hidden, weight, bias: _dense(hidden, weight, bias).tanh().sum(1),),
    ),
    Misconception(
        "the second token is taken",
        "[CLS] is the first token, and Python counts from 0: hidden[:, 0].",
        lambda hidden, weight, bias: torch.tanh(_dense(hidden[:, 1], weight, bias)),
    ),
    Misconception(
        "the axis of the tokens is kept",
        "Return (B, D): an index, hidden[:, 0], drops the axis; a slice, hidden[:, :1], keeps it.",
        lambda hidden, weight, bias: torch.tanh(_dense(hidden[:, :1], weight, bias)),
    ),
    Misconception(
        "the first token is returned as it is",
        "It passes through the dense layer and tanh.",
        lambda hidden, weight, bias: hidden[:, 0],
        variants=(lambda hidden, weight, bias: hidden[:, 0].tanh(),),
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
            lambda hidden, weight, bias: _dense(hidden[:, 0], weight, bias).softmax(-1),
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
