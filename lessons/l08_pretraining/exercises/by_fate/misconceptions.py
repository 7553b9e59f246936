"""The misconceptions about ``by_fate``, each a wrong function with advice."""

from collections.abc import Callable
from typing import Any

import torch
from torch import Tensor

from workbook.exercises import Misconception

Kinds = Callable[[Tensor, Tensor, int], list[Tensor]]  # of shown, answers, mask_id


def _three(shown: Tensor, answers: Tensor, mask_id: int) -> list[Tensor]:
    hidden, kept = shown == mask_id, shown == answers
    return [hidden, ~hidden & ~kept, kept]


def _by(
    kinds: Kinds = _three,
    mean: Callable[[Tensor, Tensor], Tensor] = lambda values, kind: values[kind].mean(),
) -> Callable[..., Any]:
    """Return the function with other kinds, or another mean of the values of a kind."""

    def wrong(shown: Tensor, answers: Tensor, mask_id: int, surprisals: Tensor) -> Tensor:
        found = kinds(shown, answers, mask_id)
        return torch.stack([mean(surprisals, kind) for kind in found])

    return wrong


def _in_order(*order: int) -> Kinds:
    return lambda *given: [_three(*given)[number] for number in order]


def _mask_is_exchanged(shown: Tensor, answers: Tensor, mask_id: int) -> list[Tensor]:
    return [shown == mask_id, shown != answers, shown == answers]


def _kept_is_exchanged(shown: Tensor, answers: Tensor, mask_id: int) -> list[Tensor]:
    return [shown == mask_id, shown != mask_id, shown == answers]


def _others_are_kept(shown: Tensor, answers: Tensor, mask_id: int) -> list[Tensor]:
    hidden = shown == mask_id
    return [hidden, ~hidden & (shown != answers), ~hidden]


def _four(shown: Tensor, answers: Tensor, mask_id: int) -> list[Tensor]:
    return _three(shown, answers, 4)


def _hidden_inverted(shown: Tensor, answers: Tensor, mask_id: int) -> list[Tensor]:
    return [shown != mask_id, *_three(shown, answers, mask_id)[1:]]


def _mask_in_answers(shown: Tensor, answers: Tensor, mask_id: int) -> list[Tensor]:
    return _three(answers, shown, mask_id)


MISCONCEPTIONS = (
    Misconception(
        "the three means stand in another order",
        "Return them as hidden, exchanged, kept.",
        _by(_in_order(0, 2, 1)),
        variants=tuple(
            _by(_in_order(*order)) for order in ((1, 0, 2), (1, 2, 0), (2, 0, 1), (2, 1, 0))
        ),
    ),
    Misconception(
        "the hidden places count among the exchanged ones, too",
        "[MASK] differs from the answer as well: where it is shown, a place is hidden, and nothing "
        "else.",
        _by(_mask_is_exchanged),
    ),
    Misconception(
        "the kept places count among the exchanged ones, too",
        "A place that shows no [MASK] may show the answer itself. Then it is kept, not exchanged.",
        _by(_kept_is_exchanged),
    ),
    Misconception(
        "the exchanged places count among the kept ones, too",
        "A place that shows no [MASK] may show another piece. It is kept only where what is shown "
        "is the answer.",
        _by(_others_are_kept),
    ),
    Misconception(
        "hidden is inverted",
        "A place is hidden where the model sees mask_id: shown == mask_id.",
        _by(_hidden_inverted),
    ),
    Misconception(
        "[MASK] is looked for among the answers",
        "What the model sees is in shown. The answer is never [MASK].",
        _by(_mask_in_answers),
    ),
    Misconception(
        "the id 4 is taken for [MASK], whatever mask_id says",
        "Compare with the argument mask_id: other vocabularies have [MASK] elsewhere.",
        _by(_four),
    ),
    Misconception(
        "each sum is divided by the number of all places",
        "Divide by the places of the kind: else the rarer a kind is, the smaller its number.",
        _by(mean=lambda values, kind: values[kind].sum() / len(values)),
        variants=(_by(mean=lambda values, kind: (values * kind).mean()),),
    ),
    Misconception(
        "sums are returned, not means",
        "Divide each sum by the places of its kind: most places are hidden, so sums of different "
        "kinds cannot be compared.",
        _by(mean=lambda values, kind: values[kind].sum()),
    ),
    Misconception(
        "the numbers of places are returned, not their surprisals",
        "Select the surprisals of a kind with the mask, surprisals[kind], and take their mean.",
        _by(mean=lambda values, kind: kind.sum().to(values.dtype)),
        variants=(_by(mean=lambda values, kind: kind.to(values.dtype).mean()),),
    ),
)
