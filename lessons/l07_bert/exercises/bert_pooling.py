"""Exercises of the BERT lesson: two ways from token vectors to one vector per text."""

import torch
from jaxtyping import Float, Int
from torch import Tensor

from bertlab.exercises.definition import Case, Exercise, Misconception


def _pooler(
    hidden: Float[Tensor, "B T D"], weight: Float[Tensor, "D D"], bias: Float[Tensor, " D"]
) -> Float[Tensor, "B D"]:
    """Pass the vector of the first token, [CLS], through a dense layer and tanh.

    Args:
        hidden: The last layer's vectors, (B, T, D).
        weight: ``pooler.dense.weight``, stored as (out, in), (D, D).
        bias: ``pooler.dense.bias``, (D,).

    Returns:
        One vector per text, (B, D).
    """
    return torch.tanh(hidden[:, 0] @ weight.T + bias)


def _pooler_cases() -> list[Case]:
    generator = torch.Generator().manual_seed(0)
    cases = []
    for batch, tokens, size in ((2, 5, 3), (3, 2, 4)):
        shapes = (batch, tokens, size), (size, size), (size,)
        tensors = (torch.randn(s, generator=generator, dtype=torch.float64) for s in shapes)
        cases.append(Case(tuple(tensors)))
    return cases


def _dense(vectors: Tensor, weight: Tensor, bias: Tensor) -> Tensor:
    return vectors @ weight.T + bias


pooler = Exercise(
    name="pooler",
    reference=_pooler,
    cases=_pooler_cases,
    misconceptions=(
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
    ),
    difficulty=1,
    minutes=3,
)


def _mean_pool(
    hidden: Float[Tensor, "B T D"], attention_mask: Int[Tensor, "B T"]
) -> Float[Tensor, "B D"]:
    """Average the vectors of each text's tokens, padding left out.

    Args:
        hidden: The last layer's vectors, (B, T, D).
        attention_mask: 1 for a token, [CLS] and [SEP] among them, 0 for padding, (B, T).

    Returns:
        One vector per text, (B, D).
    """
    mask = attention_mask[:, :, None].to(hidden.dtype)  # (B, T, 1)
    return (hidden * mask).sum(1) / mask.sum(1)


def _mean_cases() -> list[Case]:
    generator = torch.Generator().manual_seed(0)
    cases = []
    for lengths, tokens, size in (((4, 6), 7, 3), ((5, 2, 4), 6, 8)):
        shape = (len(lengths), tokens, size)
        hidden = torch.randn(shape, generator=generator, dtype=torch.float64) + 1
        mask = (torch.arange(tokens) < torch.tensor(lengths)[:, None]).long()
        cases.append(Case((hidden, mask)))
    # The same with padding in front: it is the mask that says where the tokens are.
    return [*cases, Case((cases[0].args[0], cases[0].args[1].flip(1)))]


def _total(hidden: Tensor, mask: Tensor) -> Tensor:
    return torch.einsum("btd,bt->bd", hidden, mask.to(hidden.dtype))


mean_pool = Exercise(
    name="mean_pool",
    reference=_mean_pool,
    cases=_mean_cases,
    misconceptions=(
        Misconception(
            "the padding is part of the mean",
            "Padding has vectors too, and they say nothing about the text: multiply by the mask "
            "before summing, and divide by the number of tokens.",
            lambda hidden, attention_mask: hidden.mean(1),
        ),
        Misconception(
            "the sum over the tokens is divided by the padded length",
            "Divide by the number of tokens of each text, attention_mask.sum(1), or a text's "
            "vector shrinks with the padding beside it.",
            lambda hidden, attention_mask: _total(hidden, attention_mask) / hidden.shape[1],
        ),
        Misconception(
            "the sum still holds the padding",
            "The number of tokens is right, but multiply by the mask before summing: what is "
            "divided must be a sum over the same tokens.",
            lambda hidden, attention_mask: hidden.sum(1) / attention_mask.sum(1, keepdim=True),
        ),
        Misconception(
            "the sum is divided by the tokens of the whole batch",
            "Each text has its own number of tokens: attention_mask.sum(1, keepdim=True).",
            lambda hidden, attention_mask: _total(hidden, attention_mask) / attention_mask.sum(),
        ),
        Misconception(
            "the sum is not divided",
            "Divide by the number of tokens, or a long text gets a long vector.",
            _total,
        ),
        Misconception(
            "the mask is inverted",
            "In attention_mask 1 is a token and 0 is padding; this is the mean of the padding.",
            lambda hidden, attention_mask: (
                _total(hidden, 1 - attention_mask) / (1 - attention_mask).sum(1, keepdim=True)
            ),
        ),
        Misconception(
            "only [CLS] is used",
            "Average all tokens of a text; its first token alone is another way of pooling.",
            lambda hidden, attention_mask: hidden[:, 0],
        ),
        Misconception(
            "the largest value over the tokens is taken",
            "Add the tokens up and divide by their number: the mean, not the maximum.",
            lambda hidden, attention_mask: hidden.masked_fill(
                attention_mask[:, :, None] == 0, -torch.inf
            ).amax(1),
            variants=(lambda hidden, attention_mask: hidden.amax(1),),
        ),
        Misconception(
            "the texts are averaged, not the tokens",
            "Axis 0 counts texts and axis 1 tokens: sum over axis 1.",
            lambda hidden, attention_mask: hidden.mean(0),
            variants=(
                lambda hidden, attention_mask: (
                    (hidden * attention_mask[:, :, None]).sum(0) / attention_mask.sum(0)[:, None]
                ),
            ),
        ),
    ),
    difficulty=2,
    minutes=4,
)
