"""The misconceptions about ``separator_share``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from workbook.exercises import Misconception


def _to(weights: Tensor, chosen: Tensor) -> Tensor:
    """Return what each token gives to the chosen ones, (B, H, T)."""
    return (weights @ chosen.to(weights.dtype)[:, None, :, None]).squeeze(-1)


def _all(found: Tensor) -> Tensor:
    return found


def _last(found: Tensor) -> Tensor:
    return found & (found.flip(1).cumsum(dim=1).flip(1) == 1)


def _first(found: Tensor) -> Tensor:
    return found & (found.cumsum(dim=1) == 1)


def _of_the_first_text(found: Tensor) -> Tensor:
    return found[:1].expand_as(found)


def _of_any_text(found: Tensor) -> Tensor:
    return found.any(dim=0).expand_as(found)


def _tokens(values: Tensor, rows: Tensor) -> Tensor:
    return (values * rows[:, None]).sum(dim=(0, 2)) / rows.sum()


def _text_means(values: Tensor, rows: Tensor) -> Tensor:
    return ((values * rows[:, None]).sum(dim=2) / rows.sum(dim=1, keepdim=True)).mean(dim=0)


def _share(
    weights: Tensor,
    ids: Tensor,
    sep_id: int,
    pad_id: int,
    *,
    choose: Callable[[Tensor], Tensor] = _all,
    give: Callable[[Tensor, Tensor], Tensor] = _to,
    rows: Callable[[Tensor, int, int], Tensor] = lambda ids, sep, pad: ids != pad,
    average: Callable[[Tensor, Tensor], Tensor] = _tokens,
) -> Tensor:
    given = give(weights, choose(ids == sep_id))
    return average(given, rows(ids, sep_id, pad_id))


def _largest_there(weights: Tensor, chosen: Tensor) -> Tensor:
    seen = weights.argmax(dim=-1)  # (B, H, T)
    return chosen[:, None].expand_as(seen).gather(-1, seen).to(weights.dtype)


MISCONCEPTIONS = (
    Misconception(
        "it measures what [SEP] gives, not what it gets",
        "The row looks, the column is seen: pick the columns of [SEP]. Its rows say where "
        "[SEP] itself looks.",
        partial(_share, give=lambda weights, chosen: _to(weights.transpose(-2, -1), chosen)),
    ),
    Misconception(
        "the weights on two [SEP]s are averaged",
        "Add them: the question is how much of a row is left for the words, and in a pair "
        "both [SEP]s take their part.",
        partial(
            _share,
            give=lambda weights, chosen: _to(weights, chosen) / chosen.sum(dim=1)[:, None, None],
        ),
    ),
    Misconception(
        "only the last [SEP] counts",
        "A pair has two: compare all ids with sep_id, and do not look for one place.",
        partial(_share, choose=_last),
    ),
    Misconception(
        "only the first [SEP] counts",
        "A pair has two: compare all ids with sep_id. argmax or index finds only the first.",
        partial(_share, choose=_first),
    ),
    Misconception(
        "the places of one text's [SEP]s are taken for all texts",
        "Each text has its [SEP]s in places of its own: compare the whole of input_ids with "
        "sep_id, and keep the axis of the texts.",
        partial(_share, choose=_of_the_first_text),
        variants=(partial(_share, choose=_of_any_text),),
    ),
    Misconception(
        "the rows of padding count",
        "Average over rows whose token is not pad_id: padding looks at [SEP] too, and that "
        "says nothing about the text.",
        partial(_share, rows=lambda ids, sep, pad: torch.ones_like(ids)),
    ),
    Misconception(
        "the sum is divided by the number of all rows",
        "Divide by the number of tokens that are not padding: with B x T the share falls as "
        "padding grows.",
        partial(_share, average=lambda values, rows: (values * rows[:, None]).mean(dim=(0, 2))),
    ),
    Misconception(
        "the rows of [SEP] itself are left out",
        "Here [SEP] is a token like others. How much it looks at itself can be a question of "
        "its own, as in Clark et al. 2019.",
        partial(_share, rows=lambda ids, sep, pad: (ids != pad) & (ids != sep)),
    ),
    Misconception(
        "it counts the tokens whose largest weight is on a [SEP]",
        "Average the weights themselves: a count of the largest ones treats a weight of 0.3 "
        "like one of 1.",
        partial(_share, give=_largest_there),
    ),
    Misconception(
        "each text is averaged by itself first",
        "Average over all tokens at once: a mean of the texts' means gives a token of a short "
        "text more weight.",
        partial(_share, average=_text_means),
    ),
    Misconception(
        "the weights are added up, not averaged",
        "Divide by the number of tokens: a share lies between 0 and 1.",
        partial(_share, average=lambda values, rows: (values * rows[:, None]).sum(dim=(0, 2))),
    ),
)
