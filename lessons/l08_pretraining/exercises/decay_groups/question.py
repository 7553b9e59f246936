"""The question: which parameters get weight decay."""

from collections.abc import Sequence
from typing import Any

import torch
from torch import nn

from workbook.exercises import Case, Question


class Temperature(nn.Module):
    """One learned number, without axes."""

    def __init__(self) -> None:
        super().__init__()
        self.weight = nn.Parameter(torch.ones(()))


PARTS = {
    "words": lambda D: nn.Embedding(7, D),
    "position_bias": lambda D: nn.Embedding(5, D),
    "expand": lambda D: nn.Linear(D, 2 * D),
    "norm": lambda D: nn.LayerNorm(D),
    "gain": lambda D: nn.LayerNorm(D),
    "frozen": lambda D: nn.Linear(D, 3).requires_grad_(False),
    "one_row": lambda D: nn.Linear(D, 1),
    "neighbors": lambda D: nn.Conv1d(D, 2, 3),
    "temperature": lambda D: Temperature(),
    "guess": lambda D: nn.Linear(D, 7),  # shares its matrix with the words, where there are any
}


def model_of(parts: Sequence[str], D: int) -> nn.ModuleDict:
    """Build a small model from names of parts."""
    model = nn.ModuleDict({name: PARTS[name](D) for name in parts})
    if {"words", "guess"} <= {*parts}:
        model["guess"].weight = model["words"].weight
    return model


def tried(function: Any, parts: Sequence[str], D: int) -> Any:
    """Return the names of the parameters in the lists of a function."""
    model = model_of(parts, D)
    names = {id(parameter): name for name, parameter in model.named_parameters()}
    lists = function(model)
    if not isinstance(lists, tuple | list):
        return lists
    return tuple(
        (list if isinstance(each, list) else tuple)(_name(thing, names) for thing in each)
        for each in lists
    )


def _name(thing: Any, names: dict[int, str]) -> str:
    return names.get(id(thing), f"no parameter of the model, but a {type(thing).__name__}")


def _cases() -> list[Case]:
    return [
        Case((["words", "norm", "expand"], 4)),
        Case((["gain", "one_row", "position_bias"], 3)),
        Case((["expand", "frozen", "norm"], 4)),
        Case((["words", "norm", "guess"], 3)),
        Case((["norm", "neighbors", "temperature"], 4)),
    ]


QUESTION = Question(name="decay_groups", tried=tried, cases=_cases, difficulty=2, minutes=5)
