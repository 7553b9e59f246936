"""Several heads: how a student's way to split, attend and join is checked."""

from lessons.l05_attention.exercises.attention_head.reference import attention_head

from collections.abc import Callable
from typing import Any, NamedTuple

import torch
from jaxtyping import Float, Int
from torch import Tensor

from workbook.exercises.tasks import task

Heads = Callable[..., Any]
Result = tuple[Float[Tensor, "B T D"], Float[Tensor, "B H T T"]]
NEAR = 1e-9  # in float64
_attend: Heads = attention_head


def all_heads(
    queries: Float[Tensor, "B T D"],
    keys: Float[Tensor, "B T D"],
    values: Float[Tensor, "B T D"],
    attention_mask: Int[Tensor, "B T"],
    num_heads: int,
) -> Result:
    """Return the contexts of all heads, joined (B, T, D), and their weights (B, H, T, T)."""
    parts = (part.chunk(num_heads, dim=-1) for part in (queries, keys, values))
    heads = [_attend(*pieces, attention_mask) for pieces in zip(*parts, strict=True)]
    contexts, weights = zip(*heads, strict=True)
    return torch.cat(contexts, dim=-1), torch.stack(weights, dim=1)


_whole: Heads = all_heads


def by_shape(part: Tensor, num_heads: int) -> Float[Tensor, "B H T d"]:
    """Cut a part into heads as ``view`` does where a transpose is missing: across tokens."""
    B, T, D = part.shape
    return part.reshape(B, num_heads, T, D // num_heads)


def _viewed(*given: Any) -> Result:
    *parts, mask, H = given
    pieces = [by_shape(part, H).flatten(0, 1) for part in parts]
    contexts, weights = _attend(*pieces, mask.repeat_interleave(H, dim=0))
    joined = contexts.unflatten(0, (-1, H)).transpose(1, 2).flatten(2)
    return joined, weights.unflatten(0, (-1, H))


def _viewed_twice(*given: Any) -> Result:
    joined, weights = _viewed(*given)
    H = given[-1]
    return joined.unflatten(2, (H, -1)).transpose(1, 2).reshape(joined.shape), weights


def _interleaved(*given: Any) -> Result:
    contexts, weights = _whole(*given)
    return contexts.unflatten(2, (given[-1], -1)).transpose(2, 3).flatten(2), weights


def _every_other(queries: Tensor, keys: Tensor, values: Tensor, mask: Tensor, H: int) -> Result:
    parts = (p.unflatten(2, (-1, H)).transpose(2, 3).flatten(2) for p in (queries, keys, values))
    return _whole(*parts, mask, H)


def _reversed(*given: Any) -> Result:
    contexts, weights = _whole(*given)
    return torch.cat(contexts.chunk(given[-1], dim=-1)[::-1], dim=-1), weights


def _one_head(queries: Tensor, keys: Tensor, values: Tensor, mask: Tensor, H: int) -> Result:
    context, weights = _attend(queries, keys, values, mask)
    return context, weights[:, None].expand(-1, H, -1, -1)


def _same_piece(queries: Tensor, keys: Tensor, values: Tensor, mask: Tensor, H: int) -> Result:
    first = (part.chunk(H, dim=-1)[0].repeat(1, 1, H) for part in (queries, keys, values))
    return _whole(*first, mask, H)


class Mistake(NamedTuple):
    """A wrong ``all_heads``, and the words for it."""

    says: str
    wrong: Heads


ACROSS = (
    "A head gets whole tokens here, and others not at all. Cut the last axis.\n"
    "With view, the axis of the heads comes after that of the tokens."
)
MISTAKES = (
    Mistake(ACROSS, _viewed),
    Mistake(ACROSS, _viewed_twice),
    Mistake(
        "The contexts are mixed number by number. Join them one after the other: torch.cat "
        "along the last axis.",
        _interleaved,
    ),
    Mistake(
        "A head gets every H-th number. It should get numbers that lie side by side.", _every_other
    ),
    Mistake("The heads are joined in the wrong order: head 0 comes first.", _reversed),
    Mistake(
        "One head sees all D numbers. Cut them into num_heads pieces before you attend.", _one_head
    ),
    Mistake("All heads get the first piece. Head h gets piece h.", _same_piece),
    Mistake(
        "Padding gets weight: hand attention_mask on to each head.",
        lambda q, k, v, mask, H: all_heads(q, k, v, torch.ones_like(mask), H),
    ),
    Mistake(
        "Queries and keys are exchanged.", lambda q, k, v, mask, H: all_heads(k, q, v, mask, H)
    ),
    Mistake(
        "The values are not cut like the keys: the contexts are made of keys.",
        lambda q, k, v, mask, H: all_heads(q, k, k, mask, H),
    ),
)


def checked(function: Heads) -> Heads:
    """Check a student's ``all_heads``, and print what is found.

    Returns:
        The function itself if it is right; ours if it is wrong or has no body yet.
    """
    return task(__name__, "all_heads", function, all_heads, mistake)


def texts() -> tuple[Tensor, Tensor, Tensor, Tensor, int]:
    """Return what heads are tried on: two texts of 4 tokens, one with padding, and 3 heads."""
    generator = torch.Generator().manual_seed(0)
    queries, keys, values = torch.randn(3, 2, 4, 12, generator=generator, dtype=torch.float64)
    return queries, keys, values, torch.tensor([[1, 1, 1, 1], [1, 1, 1, 0]]), 3


def mistake(function: Heads) -> str:
    """Say what is wrong with an ``all_heads``; an empty text if nothing is."""
    given = texts()
    expected, result = all_heads(*given), function(*given)
    if not isinstance(result, tuple) or len(result) != 2:
        return "Return two things: the joined contexts, and the weights of all heads."
    for name, mine, ours in zip(("contexts", "weights"), result, expected, strict=True):
        shape = tuple(mine.shape) if isinstance(mine, Tensor) else type(mine).__name__
        if shape != tuple(ours.shape):
            return _shape(name, shape, tuple(ours.shape))
    if same(result, expected):
        return ""
    for says, wrong in MISTAKES:
        if same(result, wrong(*given)):
            return says
    if same(result[:1], expected[:1]):
        return "The contexts are right, but the weights are not: stack those of head 0, 1, ..."
    if same(result[1:], expected[1:]):
        return "The weights are right, but the joined contexts are not."
    return "The numbers are not those of ours. Look at the picture: cut, attend, join."


def _shape(name: str, shape: object, ours: tuple[int, ...]) -> str:
    if name == "weights" and shape == (ours[1], ours[0], *ours[2:]):
        return f"The axis of the heads comes second in the weights: {ours}, not {shape}."
    given = "For 2 texts of 4 tokens with D = 12 and 3 heads"
    return f"{given}, the {name} are {ours}; yours are {shape}."


def same(mine: tuple[Tensor, ...], ours: tuple[Tensor, ...]) -> bool:
    """Tell whether two results agree."""
    return all(
        a.shape == b.shape and (a - b).abs().max() < NEAR for a, b in zip(mine, ours, strict=True)
    )
