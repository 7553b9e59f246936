"""The misconceptions about ``separator_share``, each a wrong function with advice."""

from collections.abc import Callable
from functools import partial

import torch
from torch import Tensor

from workbook.exercises import Misconception

Rows = Callable[[Tensor, int, int], Tensor]  # (ids, sep_id, pad_id) -> (B, T)
Average = Callable[[Tensor, Tensor, Tensor], Tensor]  # (B, H, T), rows and [SEP]s (B, T) -> (H,)


def _to(weights: Tensor, chosen: Tensor) -> Tensor:
    """Return what each token gives to the chosen ones, (B, H, T)."""
    return (weights @ chosen.to(weights.dtype)[:, None, :, None]).squeeze(-1)


def _mean_of_two(weights: Tensor, chosen: Tensor) -> Tensor:
    return _to(weights, chosen) / chosen.sum(dim=1)[:, None, None]


def _larger_of_two(weights: Tensor, chosen: Tensor) -> Tensor:
    return (weights * chosen[:, None, None]).amax(dim=-1)


def _largest_there(weights: Tensor, chosen: Tensor) -> Tensor:
    seen = weights.argmax(dim=-1)  # (B, H, T)
    return chosen[:, None].expand_as(seen).gather(-1, seen).to(weights.dtype)


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


def _words(ids: Tensor, sep: int, pad: int) -> Tensor:
    return (ids != pad) & (ids != sep) & (torch.arange(ids.shape[1]) > 0)


def _without_cls(ids: Tensor, sep: int, pad: int) -> Tensor:
    return (ids != pad) & (torch.arange(ids.shape[1]) > 0)


def _added(values: Tensor, rows: Tensor, found: Tensor) -> Tensor:
    return (values * rows[:, None]).sum(dim=(0, 2))


def _tokens(values: Tensor, rows: Tensor, found: Tensor) -> Tensor:
    return _added(values, rows, found) / rows.sum()


def _of_texts(values: Tensor, rows: Tensor, found: Tensor) -> Tensor:
    return (values * rows[:, None]).sum(dim=2) / rows.sum(dim=1, keepdim=True)


def _heads_too(values: Tensor, rows: Tensor, found: Tensor) -> Tensor:
    return _tokens(values, rows, found).mean()


def _heads_instead(values: Tensor, rows: Tensor, found: Tensor) -> Tensor:
    return values.transpose(1, 2)[rows].mean(dim=1)


def _share(
    weights: Tensor,
    ids: Tensor,
    sep_id: int,
    pad_id: int,
    *,
    choose: Callable[[Tensor], Tensor] = _all,
    give: Callable[[Tensor, Tensor], Tensor] = _to,
    rows: Rows = lambda ids, sep, pad: ids != pad,
    average: Average = _tokens,
) -> Tensor:
    found = ids == sep_id
    return average(give(weights, choose(found)), rows(ids, sep_id, pad_id), found)


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
        partial(_share, give=_mean_of_two),
    ),
    Misconception(
        "of two [SEP]s the one that gets more counts",
        "Add what both get, sum and not max: the question is how much of a row is left for the "
        "words.",
        partial(_share, give=_larger_of_two),
    ),
    Misconception(
        "the columns are averaged, not added up",
        "Sum over the last axis. The mean over all T columns counts those that are no [SEP] as 0.",
        partial(_share, give=lambda weights, chosen: _to(weights, chosen) / weights.shape[-1]),
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
        partial(_share, rows=lambda ids, sep, pad: torch.ones_like(ids).bool()),
    ),
    Misconception(
        "the rows of padding are added in, though only tokens are counted",
        "Leave the rows of padding out before you sum, not only in the number that you divide "
        "by: they look at [SEP], too.",
        partial(_share, average=lambda values, rows, found: values.sum(dim=(0, 2)) / rows.sum()),
    ),
    Misconception(
        "the sum is divided by the number of all rows",
        "Divide by the number of tokens that are not padding: with B x T the share falls as "
        "padding grows.",
        partial(
            _share, average=lambda values, rows, found: (values * rows[:, None]).mean(dim=(0, 2))
        ),
    ),
    Misconception(
        "the sum is divided by the number of [SEP]s",
        "Divide by the number of tokens that look, all that are not padding: the mean is one "
        "over rows, and [SEP]s are columns here.",
        partial(
            _share, average=lambda values, rows, found: _added(values, rows, found) / found.sum()
        ),
    ),
    Misconception(
        "the sum is divided by the number of texts",
        "Divide by the number of tokens of all texts: a text has many rows, and the mean is one "
        "over rows.",
        partial(
            _share, average=lambda values, rows, found: _added(values, rows, found) / len(rows)
        ),
    ),
    Misconception(
        "the rows of [SEP] itself are left out",
        "Here [SEP] is a token like others. How much it looks at itself can be a question of "
        "its own, as in Clark et al. 2019.",
        partial(_share, rows=lambda ids, sep, pad: (ids != pad) & (ids != sep)),
    ),
    Misconception(
        "the rows of [CLS] are left out, or those of all specials",
        "Here [CLS] and [SEP] are tokens like others: only padding is left out.",
        partial(_share, rows=_words),
        variants=(partial(_share, rows=_without_cls),),
    ),
    Misconception(
        "only the rows of [SEP] count",
        "All tokens look: [SEP] picks the columns, and the rows are all that are not padding.",
        partial(_share, rows=lambda ids, sep, pad: ids == sep),
    ),
    Misconception(
        "only the rows of padding count",
        "The other way round: rows whose token is not pad_id.",
        partial(_share, rows=lambda ids, sep, pad: ids == pad),
    ),
    Misconception(
        "it counts the tokens whose largest weight is on a [SEP]",
        "Average the weights themselves: a count of the largest ones treats a weight of 0.3 "
        "like one of 1.",
        partial(_share, give=_largest_there),
    ),
    Misconception(
        "what all other tokens get is measured",
        "Take the columns where input_ids is sep_id, not those where it is another one.",
        partial(_share, choose=lambda found: ~found),
    ),
    Misconception(
        "each text is averaged by itself first",
        "Average over all tokens at once: a mean of the texts' means gives a token of a short "
        "text more weight.",
        partial(_share, average=lambda *given: _of_texts(*given).mean(dim=0)),
        variants=(
            partial(_share, average=lambda *given: _of_texts(*given).sum(dim=0)),
            partial(_share, average=_of_texts),
        ),
    ),
    Misconception(
        "the weights are added up, not averaged",
        "Divide by the number of tokens: a share lies between 0 and 1.",
        partial(_share, average=_added),
    ),
    Misconception(
        "the heads are averaged, too or instead",
        "Each head keeps a number of its own, (H,): average over the tokens alone, and name the "
        "axis, mean(dim=0).",
        partial(_share, average=_heads_too),
        variants=(partial(_share, average=_heads_instead),),
    ),
)
