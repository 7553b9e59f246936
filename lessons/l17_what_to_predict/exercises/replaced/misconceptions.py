"""The misconceptions about ``replaced``, each a wrong function with advice."""

import torch
from jaxtyping import Bool, Int
from torch import Tensor

from workbook.exercises import Misconception

Rows = Int[Tensor, "B T"]
Flags = Bool[Tensor, "B T"]
Drawn = Int[Tensor, " M"]
Found = tuple[Rows, Tensor]


def _written(ids: Rows, chosen: Flags, drawn: Drawn) -> Rows:
    shown = ids.clone()
    shown[chosen] = drawn
    return shown


def _masked(ids: Rows, chosen: Flags, drawn: Drawn) -> Found:
    shown = ids.masked_fill(chosen, 3)
    return shown, (_written(ids, chosen, drawn) != ids).long()


def _by_columns(ids: Rows, chosen: Flags, drawn: Drawn) -> Found:
    turned = _written(ids.T, chosen.T, drawn).T.contiguous()
    return turned, (turned != ids).long()


def _targets(ids: Rows, chosen: Flags, drawn: Drawn) -> Found:
    shown = _written(ids, chosen, drawn)
    return shown, torch.where(shown != ids, ids, 0)


MISCONCEPTIONS = (
    Misconception(
        "a right guess counts as replaced",
        "If the generator guesses the token that stood there, the text is as it was: the label is "
        "0, for nobody could tell the two apart.",
        lambda ids, chosen, drawn: (_written(ids, chosen, drawn), chosen.long()),
    ),
    Misconception(
        "the labels are the wrong way round",
        "1 means replaced, 0 means that the token is the one of the text.",
        lambda ids, chosen, drawn: (
            _written(ids, chosen, drawn),
            (_written(ids, chosen, drawn) == ids).long(),
        ),
    ),
    Misconception(
        "the detector reads [MASK]",
        "[MASK] is what the generator reads. The detector reads what the generator drew.",
        _masked,
    ),
    Misconception(
        "the detector reads the text as it was",
        "Write what was drawn at the chosen places before you return the text.",
        lambda ids, chosen, drawn: (ids, (_written(ids, chosen, drawn) != ids).long()),
    ),
    Misconception(
        "only the chosen places get a label",
        "Every token is asked about, also those that nobody touched: return labels of the shape of "
        "the text.",
        lambda ids, chosen, drawn: (_written(ids, chosen, drawn), (drawn != ids[chosen]).long()),
    ),
    Misconception(
        "what was drawn is written column by column",
        "The draws are in the order of the text, row by row: shown[chosen] = drawn keeps it.",
        _by_columns,
    ),
    Misconception(
        "the label is the token that stood there",
        "The detector is not asked what stood there, only whether the token was replaced: 0 or 1.",
        _targets,
    ),
)
