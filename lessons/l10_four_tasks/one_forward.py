"""The forward pass of one encoder under five heads, and how a student's is checked."""

from lessons.l10_four_tasks.one_encoder import OneEncoder

from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from torch import Tensor, nn

from workbook.exercises.tasks import task

Forward = Callable[..., Any]
OF_TOKENS, OF_TEXTS = ("tags", "span"), ("sentence", "pair", "choice")
NEAR = 1e-9  # in float64


class Encoder(nn.Module):
    """Stands in for a BERT: its vectors depend on all three inputs, and on the order of these."""

    def __init__(self, size: int = 6) -> None:
        super().__init__()
        self.words, self.types = nn.Embedding(11, size), nn.Embedding(2, size)
        self.pooler = nn.Linear(size, size)

    def forward(self, ids: Tensor, types: Tensor, mask: Tensor) -> tuple[Tensor, Tensor]:
        """Return a vector for each token, and one for the text."""
        seen = (self.words(ids) + self.types(types)) * mask[..., None]
        hidden = seen + seen.cumsum(dim=1).sin()
        return hidden, self.pooler(hidden[:, 0]).tanh()


class Tiny(nn.Module):
    """An encoder under five heads of different sizes, to try a ``forward`` on."""

    forward: Forward = OneEncoder.forward

    def __init__(self, size: int = 6) -> None:
        super().__init__()
        with torch.random.fork_rng():
            torch.manual_seed(0)
            self.bert = Encoder(size)
            for number, name in enumerate((*OF_TEXTS, *OF_TOKENS)):
                setattr(self, name, nn.Linear(size, number + 2))
        self.double().eval().requires_grad_(False)


class Mistake(NamedTuple):
    """A wrong ``forward``, and the words for it."""

    says: str
    wrong: Forward


def _varied(
    tokens: tuple[str, ...] = OF_TOKENS,
    head: Callable[[str], str] = lambda name: name,
    pooled: Callable[[Tensor, Tensor], Tensor] = lambda hidden, pooled: pooled,
    given: Callable[..., tuple[Tensor, ...]] = lambda ids, types, mask: (ids, types, mask),
    finish: Callable[[Tensor], Tensor] = lambda logits: logits,
) -> Forward:
    def wrong(self: Any, name: str, ids: Tensor, types: Tensor, mask: Tensor) -> Tensor:
        hidden, text = self.bert(*given(ids, types, mask))
        read = hidden if name in tokens else pooled(hidden, text)
        return finish(getattr(self, head(name))(read))

    return wrong


MISTAKES = (
    Mistake(
        "All heads read the pooled vector. Tags and spans need an answer at every token.",
        _varied(tokens=()),
    ),
    Mistake(
        "All heads read every token. A class, and the score of an ending, belong to the whole "
        "input: their heads read the pooled vector.",
        _varied(tokens=OF_TEXTS + OF_TOKENS),
    ),
    Mistake(
        "The span head reads the pooled vector. Each token may be the first or the last of an "
        "answer, so it needs two logits at every token.",
        _varied(tokens=("tags",)),
    ),
    Mistake(
        "The tag head reads the pooled vector. It needs an answer at every token.",
        _varied(tokens=("span",)),
    ),
    Mistake(
        "The heads for whole texts read the vector at [CLS] as it is. The encoder also returns "
        "what its pooler makes of it: read that.",
        _varied(pooled=lambda hidden, pooled: hidden[:, 0]),
    ),
    Mistake(
        "The same head answers whatever the task is. getattr(self, task) is the head of that name.",
        _varied(head=lambda name: "tags" if name in OF_TOKENS else "sentence"),
    ),
    Mistake(
        "The token types do not reach the encoder. In a pair they say which text a token is of.",
        _varied(given=lambda ids, types, mask: (ids, torch.zeros_like(types), mask)),
    ),
    Mistake(
        "The mask does not reach the encoder, so it reads padding as if it were text.",
        _varied(given=lambda ids, types, mask: (ids, types, torch.ones_like(mask))),
    ),
    Mistake(
        "Token types and mask are exchanged. The order is input_ids, token_type_ids, "
        "attention_mask.",
        _varied(given=lambda ids, types, mask: (ids, mask, types)),
    ),
    Mistake(
        "These are probabilities. Return the logits: the losses, and the softmax over endings, "
        "are taken elsewhere.",
        _varied(finish=lambda logits: logits.softmax(dim=-1)),
    ),
)


def serves(function: Forward) -> Forward:
    """Check a student's ``forward``, and print what is found.

    Returns:
        The function itself if it is right; ours if it is wrong or has no body yet.
    """
    return task(__name__, "forward", function, OneEncoder.forward, mistake, "right for five tasks.")


@torch.no_grad()
def mistake(function: Forward) -> str:
    """Say what is wrong with a ``forward``; an empty text if nothing is."""
    expected, results = tried(OneEncoder.forward), tried(function)
    if agree(results, expected):
        return ""
    for says, wrong in MISTAKES:
        if agree(results, tried(wrong)):
            return says
    names = (*OF_TEXTS, *OF_TOKENS)
    wrong_ones = [
        name
        for name, one, other in zip(names, results, expected, strict=True)
        if not agree([one], [other])
    ]
    return f"Another result is expected for: {', '.join(wrong_ones)}."


def tried(function: Forward) -> list[Any]:
    """Return what a ``forward`` returns for each task, on a batch with pairs and padding."""
    ids = torch.tensor([[1, 5, 9, 2, 7, 2], [1, 3, 2, 4, 0, 0]])
    types = torch.tensor([[0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 0, 0]])
    mask = torch.tensor([[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 0, 0]])
    model = Tiny()
    return [function(model, name, ids, types, mask) for name in (*OF_TEXTS, *OF_TOKENS)]


def agree(found: list[Any], expected: list[Any]) -> bool:
    """Tell whether two lists hold the same tensors, up to rounding."""
    return all(
        isinstance(one, Tensor)
        and one.shape == other.shape
        and bool(torch.allclose(one, other, atol=NEAR))
        for one, other in zip(found, expected, strict=True)
    )
