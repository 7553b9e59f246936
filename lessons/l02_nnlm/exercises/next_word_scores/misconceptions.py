"""The misconceptions about ``next_word_scores``, each a wrong function with advice."""

import torch

from workbook.exercises import Misconception

MISCONCEPTIONS = (
    Misconception(
        "the tanh is missing",
        "Put tanh around d + Hx: without it, two linear maps in a row are one linear map, and "
        "the words of a window cannot work together.",
        lambda x, h, d, u, b, w: b + x @ w.T + (d + x @ h.T) @ u.T,
    ),
    Misconception(
        "the tanh goes over the scores as well",
        "Leave the scores as they are: squeezed into (-1, 1), no word could be more than "
        "exp(2), about 7 times, as likely as another.",
        lambda x, h, d, u, b, w: torch.tanh(b + x @ w.T + torch.tanh(d + x @ h.T) @ u.T),
    ),
    Misconception(
        "the bias d is added after the tanh",
        "Add d inside: it decides where on the curve of tanh a unit works. After the tanh it "
        "only shifts all scores by a constant that b can hold.",
        lambda x, h, d, u, b, w: b + x @ w.T + (d + torch.tanh(x @ h.T)) @ u.T,
    ),
    Misconception(
        "the bias d of the tanh layer is missing",
        "Add d before the tanh: without it every unit is 0 for features of 0.",
        lambda x, h, d, u, b, w: b + x @ w.T + torch.tanh(x @ h.T) @ u.T,
    ),
    Misconception(
        "the bias b of the scores is missing",
        "Add b: it lets a word be frequent whatever stands before it. Without a context to "
        "read, b alone is the unigram model.",
        lambda x, h, d, u, b, w: x @ w.T + torch.tanh(d + x @ h.T) @ u.T,
    ),
    Misconception(
        "the direct connections W are left out",
        "Add Wx: here the features reach the scores on two ways, through the tanh layer and "
        "past it.",
        lambda x, h, d, u, b, w: b + torch.tanh(d + x @ h.T) @ u.T,
    ),
    Misconception(
        "the result is already a distribution",
        "Return the scores, before the softmax: the loss applies it (cross_entropy does), and "
        "twice would flatten the distribution.",
        lambda x, h, d, u, b, w: (b + x @ w.T + torch.tanh(d + x @ h.T) @ u.T).softmax(dim=-1),
        variants=(
            lambda x, h, d, u, b, w: (b + x @ w.T + torch.tanh(d + x @ h.T) @ u.T).log_softmax(
                dim=-1
            ),
        ),
    ),
)
