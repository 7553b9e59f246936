"""Slips of the exercise on spans: the same search, one thing in it changed."""

from collections.abc import Callable

import torch
from torch import Tensor

Allowed = Callable[[Tensor, int], Tensor]  # (passage, max_pieces) -> (T, T)
Forbid = Callable[[Tensor, Tensor, int], Tensor]  # (all scores, passage, max_pieces) -> (T, T)
Score = Callable[[Tensor, Tensor], Tensor]  # (start logits, end logits)
Refuse = Callable[[float, float, float], bool]  # (score of no answer, of the best, threshold)
Span = tuple[int, int]
FAR = 10**6


def steps(passage: Tensor, low: int, high: int) -> Tensor:
    """Allow ends that lie from ``low`` to ``high`` places behind the start, (T, T)."""
    places = torch.arange(len(passage))
    behind = places - places[:, None]
    return (low <= behind) & (behind <= high)


def both_inside(passage: Tensor) -> Tensor:
    """Ask for the passage at both ends, (T, T)."""
    return passage[:, None] & passage


def inside(low: int, more: int) -> Allowed:
    """Allow spans of the passage, from ``low`` to max_pieces - 1 + ``more`` places long."""
    return lambda passage, limit: both_inside(passage) & steps(passage, low, limit - 1 + more)


def either_way(passage: Tensor, limit: int) -> Tensor:
    """Allow ends as far before the start as behind it."""
    return both_inside(passage) & steps(passage, 1 - limit, limit - 1)


def backwards(passage: Tensor, limit: int) -> Tensor:
    """Allow ends at the start and before it."""
    return both_inside(passage) & steps(passage, 1 - limit, 0)


def proper(passage: Tensor, limit: int) -> Tensor:
    """Allow what the exercise allows."""
    return inside(0, 0)(passage, limit)


def anywhere(passage: Tensor, limit: int) -> Tensor:
    """Allow question, specials and padding."""
    return steps(passage, 0, limit - 1)


def not_at_cls(passage: Tensor, limit: int) -> Tensor:
    """Allow everything but [CLS]."""
    return anywhere(passage, limit) & (torch.arange(len(passage)) > 0)[:, None]


def starting_inside(passage: Tensor, limit: int) -> Tensor:
    """Ask for the passage at the first piece only."""
    return anywhere(passage, limit) & passage[:, None]


def ending_inside(passage: Tensor, limit: int) -> Tensor:
    """Ask for the passage at the last piece only."""
    return anywhere(passage, limit) & passage


def without_last(where: str) -> Allowed:
    """Leave out the last piece of the passage, as a start, as an end or both."""

    def allowed(passage: Tensor, limit: int) -> Tensor:
        last = int(passage.nonzero().max())
        ok = proper(passage, limit).clone()
        ok[last] &= "start" not in where
        ok[:, last] &= "end" not in where
        return ok

    return allowed


def least(allowed: Allowed) -> Forbid:
    """Give minus infinity to all pairs that are not allowed."""
    return lambda scores, passage, limit: scores.masked_fill(~allowed(passage, limit), -torch.inf)


def zero(scores: Tensor, passage: Tensor, limit: int) -> Tensor:
    """Give 0 to all pairs that are not allowed."""
    return scores * proper(passage, limit)


def zero_off_the_band(scores: Tensor, passage: Tensor, limit: int) -> Tensor:
    """Give 0 to pairs of the wrong length, wherever they are, and minus infinity to others."""
    return scores.masked_fill(~both_inside(passage), -torch.inf).triu().tril(limit - 1)


def zero_in_the_passage(scores: Tensor, passage: Tensor, limit: int) -> Tensor:
    """Give 0 to pairs of the wrong length in the passage, and minus infinity outside."""
    return scores.triu().tril(limit - 1).masked_fill(~both_inside(passage), -torch.inf)


def answer(
    start: Tensor,
    end: Tensor,
    passage: Tensor,
    max_pieces: int,
    threshold: float,
    *,
    allowed: Allowed = proper,
    forbid: Forbid | None = None,
    score: Score = torch.add,
    refuse: Refuse = lambda none, best, threshold: none > best + threshold,
    none: Score = torch.add,
    span: Callable[[int, int, Tensor, int], Span] = lambda first, last, passage, limit: (
        first,
        last,
    ),
) -> Span:
    """Search all pairs of places; each keyword puts a slip in."""
    values = (forbid or least(allowed))(score(start[:, None], end), passage, max_pieces)
    if refuse(float(none(start[0], end[0])), float(values.max()), threshold):
        return 0, 0
    first, last = divmod(int(values.argmax()), len(start))
    return span(first, last, passage, max_pieces)


def turned(first: int, last: int, passage: Tensor, limit: int) -> Span:
    """Turn a span round that ends before it starts."""
    return min(first, last), max(first, last)


def cut(first: int, last: int, passage: Tensor, limit: int) -> Span:
    """Cut a span to the length that is allowed."""
    return first, min(last, first + limit - 1)


def or_none(first: int, last: int, passage: Tensor, limit: int) -> Span:
    """Give no answer if the span is not allowed."""
    return (first, last) if proper(passage, limit)[first, last] else (0, 0)


def one_after_the_other(
    start: Tensor,
    end: Tensor,
    passage: Tensor,
    max_pieces: int,
    threshold: float,
    *,
    end_first: bool = False,
    limited: bool = True,
) -> Span:
    """Choose one end by itself, and the other to go with it."""
    logits = end if end_first else start
    only = torch.arange(len(start)) == logits.masked_fill(~passage, -torch.inf).argmax()

    def allowed(passage: Tensor, limit: int) -> Tensor:
        near = proper(passage, limit if limited else FAR)
        return near & (only if end_first else only[:, None])

    return answer(start, end, passage, max_pieces, threshold, allowed=allowed)


def of_probabilities(
    start: Tensor,
    end: Tensor,
    passage: Tensor,
    max_pieces: int,
    threshold: float,
    *,
    score: Score = torch.add,
) -> Span:
    """Put probabilities in the place of logits."""
    rest = passage, max_pieces, threshold
    return answer(start.softmax(dim=0), end.softmax(dim=0), *rest, score=score, none=score)


def multiplied_by_mask(
    start: Tensor, end: Tensor, passage: Tensor, max_pieces: int, threshold: float
) -> Span:
    """Set the logits outside the passage to 0, which is not little."""
    none = start[0] + end[0]
    rest = passage, max_pieces, threshold
    return answer(
        start * passage, end * passage, *rest, allowed=anywhere, none=lambda start, end: none
    )
