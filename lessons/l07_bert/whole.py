"""The forward pass of a whole BERT: what it has to do, and how a student's is checked."""

from lessons.l07_bert.exercises.input_embeddings.reference import input_embeddings
from lessons.l07_bert.exercises.pooler.reference import pooler
from lessons.l07_bert.layers import EncoderLayer

from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor, nn

from bertlab.text.wordpiece import Batch
from workbook.exercises.tasks import task

Forward = Callable[..., Any]
Result = tuple[Float[Tensor, "B T D"], Float[Tensor, "B D"]]
NEAR = 1e-9  # in float64


def forward(
    self: Any,
    input_ids: Int[Tensor, "B T"],
    token_type_ids: Int[Tensor, "B T"],
    attention_mask: Int[Tensor, "B T"],
) -> Result:
    """Return one vector per token and one per text; keep what each layer returns in ``states``."""
    hidden = embedded(self, input_ids, token_type_ids)
    self.states = [hidden]
    for layer in self.layers:
        hidden = layer(hidden, mask_of(attention_mask))
        self.states.append(hidden)
    return hidden, pooled(self, hidden)


def embedded(self: Any, input_ids: Tensor, token_type_ids: Tensor) -> Float[Tensor, "B T D"]:
    """Return the vectors below the first layer."""
    tables = dict(self.embeddings.named_parameters())
    return input_embeddings(input_ids, token_type_ids, tables)


def pooled(self: Any, hidden: Tensor) -> Float[Tensor, "B D"]:
    """Return the pooler's vectors."""
    return pooler(hidden, self.pooler.weight, self.pooler.bias)


def mask_of(attention_mask: Tensor) -> Tensor:
    """Return what the layers take: true where a token may be seen, (B, 1, 1, T)."""
    return attention_mask[:, None, None, :] == 1


class Tiny(nn.Module):
    """The parts of a small BERT with random weights, in float64, to try a ``forward`` on."""

    forward: Forward = forward

    def __init__(self) -> None:
        super().__init__()
        with torch.random.fork_rng():
            torch.manual_seed(0)
            tables = {"word_embeddings": 11, "position_embeddings": 7, "token_type_embeddings": 2}
            self.embeddings = nn.ModuleDict({k: nn.Embedding(n, 8) for k, n in tables.items()})
            self.embeddings["LayerNorm"] = nn.LayerNorm(8, eps=1e-12)
            self.layers = nn.ModuleList(EncoderLayer(8, 2, 12) for _ in range(3))
            self.pooler = nn.Linear(8, 8)
            for parameter in self.parameters():
                parameter.data.add_(0.3 * torch.randn_like(parameter))
        self.double().eval().requires_grad_(False)


def batches() -> list[Batch]:
    """Return what a ``forward`` is tried on: both token types, with padding and without."""
    ids = torch.tensor([[1, 5, 9, 2, 7, 2], [1, 3, 2, 4, 0, 0]])
    types = torch.tensor([[0, 0, 0, 0, 1, 1], [0, 0, 0, 1, 0, 0]])
    mask = torch.tensor([[1, 1, 1, 1, 1, 1], [1, 1, 1, 1, 0, 0]])
    return [Batch(ids, types, mask), Batch(ids[:1, :4], types[:1, 2:], mask[:1, :4])]


class Mistake(NamedTuple):
    """A wrong ``forward``, and the words for it."""

    says: str
    wrong: Forward


def _varied(
    hidden_for: Callable[[Tensor, Tensor], Tensor] = lambda hidden, first: hidden,
    mask: Callable[[Tensor], Tensor] = mask_of,
    types: Callable[[Tensor], Tensor] = lambda types: types,
    layers: Callable[[Any], Any] = list,
    pool: Callable[[list[Tensor]], Tensor] = lambda states: states[-1],
) -> Forward:
    """Return a ``forward`` with a step done otherwise."""

    def wrong(self: Any, input_ids: Tensor, token_type_ids: Tensor, attention_mask: Tensor) -> Any:
        hidden = embedded(self, input_ids, types(token_type_ids))
        states = [hidden]
        for layer in layers(self.layers):
            states.append(layer(hidden_for(states[-1], hidden), mask(attention_mask)))
        return states[-1], pooled(self, pool(states))

    return wrong


MISTAKES = (
    Mistake(
        "Each layer gets the embeddings. Give it what the layer before it returned: "
        "hidden = layer(hidden, mask).",
        _varied(hidden_for=lambda hidden, first: first),
    ),
    Mistake(
        "The padding is not hidden. The mask is true only where attention_mask is 1.",
        _varied(mask=lambda mask: torch.ones_like(mask_of(mask))),
    ),
    Mistake(
        "The mask is the wrong way round. It is true for tokens that may be seen.",
        _varied(mask=lambda mask: mask_of(1 - mask)),
    ),
    Mistake(
        "The token types are not used. Pass token_type_ids on to input_embeddings.",
        _varied(types=torch.zeros_like),
    ),
    Mistake(
        "Only one layer works. Loop over all of self.layers.",
        _varied(layers=lambda layers: list(layers)[:1]),
    ),
    Mistake(
        "The layers are used from the last to the first. Loop over self.layers as they are.",
        _varied(layers=lambda layers: list(layers)[::-1]),
    ),
    Mistake(
        "The pooler reads the embeddings. It stands above the last layer.",
        _varied(pool=lambda states: states[0]),
    ),
)


def assembles(function: Forward) -> Forward:
    """Check a student's ``forward``, and print what is found.

    Returns:
        The function itself if it is right; ours if it is wrong or has no body yet.
    """
    right = f"correct on {len(batches())} batches."
    return task(__name__, "forward", function, forward, mistake, right)


@torch.no_grad()
def mistake(function: Forward) -> str:
    """Say what is wrong with a ``forward``; an empty text if nothing is."""
    given = batches()
    expected, states = tried(forward, given)
    results, kept = tried(function, given)
    for result in results:
        if not isinstance(result, tuple) or len(result) != 2:
            return "Return two things: the token vectors, and what pooler makes of them."
    if agree(results, [(second, first) for first, second in expected]):
        return "Return the token vectors first, and then the pooler's."
    if not agree(results, expected):
        for says, wrong in MISTAKES:
            if agree(results, tried(wrong, given)[0]):
                return says
        return where(results[0], expected[0])
    if not agree(kept, states):
        return (
            "The result is right, but self.states is not: it holds the embeddings and what "
            "each layer returned, in this order."
        )
    return ""


def where(result: tuple[Any, Any], expected: Result) -> str:
    """Say which of the two results differs."""
    if agree([result[:1]], [expected[:1]]):
        return "The token vectors are right, but those of the texts are not."
    return "The token vectors are not those of ours. Follow the picture, box by box."


def tried(function: Forward, given: list[Batch]) -> tuple[list[Any], list[Any]]:
    """Return what a ``forward`` returns for each batch, and the states that it kept."""

    class Bert(Tiny):
        forward = function

    results, kept = [], []
    for batch in given:
        bert = Bert()
        results.append(bert(*batch))
        kept.append(getattr(bert, "states", ()))
    return results, kept


def agree(found: list[Any], expected: list[Any]) -> bool:
    """Tell whether two lists hold the same tensors, up to rounding."""
    for mine, theirs in zip(found, expected, strict=True):
        if not isinstance(mine, list | tuple) or len(mine) != len(theirs):
            return False
        for one, other in zip(mine, theirs, strict=True):
            if not isinstance(one, Tensor) or one.shape != other.shape:
                return False
            if not torch.allclose(one, other, rtol=0, atol=NEAR):
                return False
    return True
