"""The reference of ``best_span``: it stands in until the student is right."""

import torch
from jaxtyping import Bool, Float
from torch import Tensor


def best_span(
    start: Float[Tensor, " T"],
    end: Float[Tensor, " T"],
    passage: Bool[Tensor, " T"],
    max_pieces: int,
    threshold: float,
) -> tuple[int, int]:
    """Find the first and the last piece of the best answer.

    A span lies in the passage, ends where it starts or after, and has at most ``max_pieces``
    pieces. Its score is start logit + end logit. No answer has the score start[0] + end[0], at
    [CLS].

    Args:
        start: For each piece of the input the logit of being the first, (T,).
        end: The logit of being the last, (T,).
        passage: True for the pieces of the passage, (T,); one stretch, not at place 0.
        max_pieces: The longest answer, 1 or more.
        threshold: There is no answer if its score exceeds that of the best span by more than this.

    Returns:
        The places of the best span in the input, the last one inclusive; (0, 0) for no answer.
    """
    T = len(start)
    scores = start[:, None] + end  # (T, T): from row s to column e
    inside = passage[:, None] & passage
    spans = inside.triu().tril(max_pieces - 1)
    best, place = scores.masked_fill(~spans, -torch.inf).flatten().max(dim=0)
    if start[0] + end[0] > best + threshold:
        return 0, 0
    return int(place) // T, int(place) % T
