"""Exercise of the lesson on looking at attention: how much of it goes to [SEP]."""

from collections.abc import Callable
from functools import partial

import torch
from jaxtyping import Float, Int
from torch import Tensor

from bertlab.exercises.definition import Case, Exercise, Misconception
from bertlab.exercises.looking_cases import padded_weights

PAD, CLS, SEP = 0, 2, 3


def _separator_share(
    weights: Float[Tensor, "B H T T"], input_ids: Int[Tensor, "B T"], sep_id: int, pad_id: int
) -> Float[Tensor, " H"]:
    """Measure how much of its weight each head gives to [SEP].

    Args:
        weights: Attention weights; row i of a head says how token i looks at all, (B, H, T, T).
        input_ids: The tokens of single texts and pairs, padded, (B, T). A pair has two [SEP]s.
        sep_id: The piece [SEP].
        pad_id: The piece [PAD].

    Returns:
        The weight that a token gives to all [SEP]s of its text together, averaged over all tokens
        of all texts, (H,). The specials are tokens like others, padding is not.
    """
    received = (weights * (input_ids == sep_id)[:, None, None, :]).sum(dim=-1)  # (B, H, T)
    return received.transpose(1, 2)[input_ids != pad_id].mean(dim=0)


def _case(texts: list[tuple[int, ...]], heads: int, tokens: int) -> Case:
    """Make a batch; each text is given by the lengths of its one or two parts."""
    generator = torch.Generator().manual_seed(tokens)
    ids = torch.full((len(texts), tokens), PAD)
    for row, parts in enumerate(texts):
        pieces = [CLS]
        for part in parts:
            pieces += [*torch.randint(5, 90, (part,), generator=generator).tolist(), SEP]
        ids[row, : len(pieces)] = torch.tensor(pieces)
    lengths = (ids != PAD).sum(dim=1).tolist()
    return Case((padded_weights(lengths, heads, tokens), ids, SEP, PAD))


def _cases() -> list[Case]:
    return [
        _case([(2, 3), (2,)], heads=3, tokens=8),
        _case([(1,), (3, 4), (2, 1), (4,)], heads=5, tokens=11),
        _case([(4, 1), (1,), (3, 3)], heads=2, tokens=9),
    ]


# --- the slips: the same steps, one of them exchanged ---------------------------------------------


def _to(weights: Tensor, chosen: Tensor) -> Tensor:
    """Return what each token gives to the chosen ones, (B, H, T)."""
    return (weights @ chosen.to(weights.dtype)[:, None, :, None]).squeeze(-1)


def _all(found: Tensor) -> Tensor:
    return found


def _last(found: Tensor) -> Tensor:
    return found & (found.flip(1).cumsum(dim=1).flip(1) == 1)


def _first(found: Tensor) -> Tensor:
    return found & (found.cumsum(dim=1) == 1)


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


separator_share = Exercise(
    name="separator_share",
    reference=_separator_share,
    cases=_cases,
    misconceptions=(
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
                give=lambda weights, chosen: (
                    _to(weights, chosen) / chosen.sum(dim=1)[:, None, None]
                ),
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
    ),
    difficulty=3,
    minutes=9,
)
