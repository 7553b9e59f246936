"""The misconceptions about ``mean_of_words``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _mean(
    vectors: Tensor,
    lengths: Tensor,
    *,
    first: int = 1,
    end: Callable[[Tensor, int], Tensor] = lambda lengths, size: lengths - 1,
    number: Callable[[Tensor, Tensor, int], Tensor] = lambda summed, lengths, size: summed,
) -> Tensor:
    size = vectors.shape[1]
    places = torch.arange(size)
    inside = (places >= first) & (places < end(lengths, size)[:, None])  # (B, T)
    summed = (vectors * inside[..., None]).sum(1)
    return summed / number(inside.sum(1), lengths, size).clamp(min=1)[:, None]


def _right_number(summed: Tensor, lengths: Tensor, size: int) -> Tensor:
    return lengths - 2


def _part(first: int, end: Callable[[int], int]) -> Callable[[Tensor, Tensor], Tensor]:
    """Average a slice of each row; nothing to average gives NaN."""
    return lambda vectors, lengths: torch.stack(
        [
            row[first : end(length)].mean(0)
            for row, length in zip(vectors, lengths.tolist(), strict=True)
        ]
    )


def _but_ends(vectors: Tensor, lengths: Tensor) -> Tensor:
    """Set <s> and </s> to zero, and leave the padding."""
    places = torch.arange(vectors.shape[1])
    return vectors * ((places != 0) & (places != lengths[:, None] - 1))[..., None]


def _kept(vectors: Tensor, lengths: Tensor) -> Tensor:
    """Set everything but the words to zero."""
    places = torch.arange(vectors.shape[1])
    return vectors * ((places > 0) & (places < lengths[:, None] - 1))[..., None]


def _sums(vectors: Tensor, lengths: Tensor) -> Tensor:
    """Add the words of each row, (B, F)."""
    return _kept(vectors, lengths).sum(1)


MISCONCEPTIONS = (
    Misconception(
        "the padding is averaged as well",
        "Leave the padding out: else the same text gets another vector in a batch with a "
        "longer one.",
        lambda vectors, lengths: vectors.mean(1),
        variants=(
            lambda vectors, lengths: vectors.sum(1) / lengths[:, None],
            lambda vectors, lengths: vectors.sum(1) / (lengths - 2)[:, None],
            lambda vectors, lengths: vectors[:, 1:].sum(1) / (lengths - 2)[:, None],
            lambda vectors, lengths: vectors[:, 1:-1].sum(1) / (lengths - 2)[:, None],
            lambda vectors, lengths: _but_ends(vectors, lengths).sum(1) / (vectors.shape[1] - 2),
            lambda vectors, lengths: _but_ends(vectors, lengths).sum(1) / (lengths - 2)[:, None],
        ),
    ),
    Misconception(
        "<s> and </s> are averaged as well",
        "Start after the first token and stop before the last: every text has them, so they "
        "only pull all vectors together.",
        partial(_mean, first=0, end=lambda lengths, size: lengths),
        variants=(
            partial(_mean, first=0, end=lambda lengths, size: lengths, number=_right_number),
        ),
    ),
    Misconception(
        "</s> is averaged as well",
        "Stop before the last token, at length - 1: a slice leaves out its end, so 1 : length "
        "still holds </s>.",
        partial(_mean, end=lambda lengths, size: lengths),
        variants=(partial(_mean, end=lambda lengths, size: lengths, number=_right_number),),
    ),
    Misconception(
        "<s> is averaged as well",
        "Start after the first token: every text has <s>, so it only pulls all vectors together.",
        partial(_mean, first=0),
        variants=(partial(_mean, first=0, number=_right_number),),
    ),
    Misconception(
        "the lengths are not used: only the first and the last place of the padded row go",
        "Stop at each row's own end, lengths - 1: place -1 of a short row is padding, and its "
        "</s> stands before it.",
        partial(_mean, end=lambda lengths, size: torch.full_like(lengths, size - 1)),
        variants=(partial(_mean, end=lambda lengths, size: torch.full_like(lengths, size)),),
    ),
    Misconception(
        "the sum over the words is divided by the length of the padded row",
        "Divide by the number of words: else a short text gets a short vector, and longer "
        "company makes it shorter still.",
        partial(_mean, number=lambda summed, lengths, size: torch.full_like(lengths, size)),
    ),
    Misconception(
        "the sum over the words is divided by the length with <s> and </s>",
        "Divide by as many tokens as you summed: the length less 2.",
        partial(_mean, number=lambda summed, lengths, size: lengths),
    ),
    Misconception(
        "the words are summed, not averaged",
        "Divide by the number of words: else the vector's size says how long the text is.",
        partial(_mean, number=lambda summed, lengths, size: torch.ones_like(lengths)),
    ),
    Misconception(
        "the last word is lost",
        "Slice up to the length less 1: a slice leaves out its end, so </s> is gone already.",
        partial(_mean, end=lambda lengths, size: lengths - 2),
        variants=(
            _part(1, lambda length: length - 2),
            partial(_mean, end=lambda lengths, size: lengths - 2, number=_right_number),
        ),
    ),
    Misconception(
        "the first word is lost",
        "Words start at place 1: place 0 holds <s>, and nothing else stands before the words.",
        _part(2, lambda length: length - 1),
        variants=(
            partial(_mean, first=2),
            partial(_mean, first=2, number=_right_number),
        ),
    ),
    Misconception(
        "the first word and the last are lost",
        "Only <s> and </s> go: the words stand at places 1 to length - 2, both taken in.",
        _part(2, lambda length: length - 2),
        variants=(
            partial(_mean, first=2, end=lambda lengths, size: lengths - 2),
            partial(_mean, first=2, end=lambda lengths, size: lengths - 2, number=_right_number),
        ),
    ),
    Misconception(
        "the lengths are taken to count the words only",
        "The length counts <s> and </s> as well: the words are length - 2, and the last one stands "
        "at that place.",
        partial(_mean, end=lambda lengths, size: lengths + 1),
        variants=(
            partial(
                _mean,
                end=lambda lengths, size: lengths + 1,
                number=lambda summed, lengths, size: lengths,
            ),
            partial(
                _mean,
                end=lambda lengths, size: lengths + 1,
                number=_right_number,
            ),
            partial(_mean, end=lambda lengths, size: lengths + 2),
        ),
    ),
    Misconception(
        "the words are read one place too early, with <s> and without the last word",
        "Place 0 is <s>, so the words begin at place 1 and end at place length - 2; a slice leaves "
        "out its end, length - 1.",
        partial(_mean, first=0, end=lambda lengths, size: lengths - 2),
    ),
    Misconception(
        "the words are read one place too late, with </s> and without the first word",
        "Place length - 1 is </s>, so the words end one place before it, and they begin at place "
        "1, right behind <s>.",
        partial(_mean, first=2, end=lambda lengths, size: lengths),
    ),
    Misconception(
        "the number of words is off by one",
        "Two tokens are no words, <s> and </s>: divide by the length less 2.",
        partial(_mean, number=lambda summed, lengths, size: lengths - 1),
        variants=(lambda vectors, lengths: _sums(vectors, lengths) / (lengths - 3)[:, None],),
    ),
    Misconception(
        "the sum is not divided by its own row's number of words",
        "Each row has its own number: keep it as (B, 1), so that each row of (B, F) is divided by "
        "it.",
        lambda vectors, lengths: _sums(vectors, lengths) / (lengths - 2).sum(),
        variants=(
            lambda vectors, lengths: _sums(vectors, lengths) / len(lengths),
            lambda vectors, lengths: _sums(vectors, lengths) / (vectors.shape[1] - 2),
            lambda vectors, lengths: _sums(vectors, lengths) / (lengths - 2).max(),
            lambda vectors, lengths: _sums(vectors, lengths) / (lengths[0] - 2),
            lambda vectors, lengths: _sums(vectors, lengths) / vectors.shape[2],
        ),
    ),
    Misconception(
        "there is one mean for all texts together",
        "Each row is a text of its own: take its mean over T only, and the result is (B, F).",
        lambda vectors, lengths: _sums(vectors, lengths).sum(0) / (lengths - 2).sum(),
        variants=(
            lambda vectors, lengths: _mean(vectors, lengths).mean(0),
            lambda vectors, lengths: vectors.mean((0, 1)),
        ),
    ),
    Misconception(
        "the mean is taken over another axis than the tokens",
        "The axes are (B, T, F): sum over dim=1, the tokens.",
        lambda vectors, lengths: vectors.mean(2),
        variants=(
            lambda vectors, lengths: vectors.mean(0),
            lambda vectors, lengths: vectors[:, 1:-1].mean(2),
            lambda vectors, lengths: vectors[:, 1:-1].mean(0),
            lambda vectors, lengths: _mean(vectors, lengths).mean(1),
            lambda vectors, lengths: _kept(vectors, lengths).mean(2),
            lambda vectors, lengths: _kept(vectors, lengths).sum(2) / (lengths - 2)[:, None],
            lambda vectors, lengths: _kept(vectors, lengths).mean(0),
        ),
    ),
    Misconception(
        "a single token stands for the text",
        "Take the mean over all words of the row.",
        lambda vectors, lengths: vectors[:, 0],
        variants=(
            lambda vectors, lengths: vectors[:, 1],
            lambda vectors, lengths: vectors[:, -1],
            lambda vectors, lengths: vectors[torch.arange(len(lengths)), lengths - 1],
            lambda vectors, lengths: vectors[torch.arange(len(lengths)), lengths - 2],
        ),
    ),
    Misconception(
        "the largest component is taken instead of the mean",
        "Add the words' vectors up and divide by their number: max pooling is something else.",
        lambda vectors, lengths: torch.stack(
            [row[1 : n - 1].amax(0) for row, n in zip(vectors, lengths.tolist(), strict=True)]
        ),
    ),
)
