"""The question: the letter that most probably stands in at least one gap."""

from collections.abc import Mapping, Sequence, Set
from string import ascii_lowercase

import torch
from torch import Tensor

from workbook.exercises import Case, Question


def _case(*gaps: Mapping[str, float], tried: str = "") -> Case:
    """Return probabilities (G, 26), by the letters that have any."""
    rows = [[gap.get(letter, 0.0) for letter in ascii_lowercase] for gap in gaps]
    return Case((torch.tensor(rows), {ascii_lowercase.index(letter) for letter in tried}))


def _drawn(G: int, tried: Sequence[int], seed: int) -> Case:
    generator = torch.Generator().manual_seed(seed)
    return Case(((2 * torch.randn(G, 26, generator=generator)).softmax(dim=1), {*tried}))


def _cases() -> list[Case]:
    often = {"e": 0.4, "t": 0.3, "a": 0.1}
    return [
        _case({"a": 0.5, "b": 0.5}, {"a": 0.125, "b": 0.25, "c": 0.625}),  # b and c: equal
        _case({"k": 0.7, "p": 0.3}, {"p": 0.4, "s": 0.6}, {"p": 0.25, "s": 0.15}),
        _case({"u": 0.6, "o": 0.4}, {"o": 0.4, "i": 0.35}, {"o": 0.1, "h": 0.2}),
        _case(often, often, {"i": 0.9, "e": 0.1}, often, tried="ie"),
        _case({"e": 0.9, "t": 0.1}, {"e": 0.9, "o": 0.1}, {"e": 0.5, "h": 0.5}),
        _case({"z": 1.0}, {"q": 0.5, "v": 0.5}, tried="zv"),
        _case({"a": 0.75, "e": 0.25}, {"a": 1.0}, tried="ae"),  # nothing is left with a chance
        _case({"w": 0.5, "y": 0.5}, tried="b"),
        _case({"y": 0.5, "j": 0.5}, {"j": 0.5, "y": 0.5}, {"b": 1.0}, tried="bz"),
        _drawn(1, [], seed=1),
        _drawn(4, [3, 17, 0, 25], seed=2),
        _drawn(7, [12], seed=3),
        _drawn(3, [*range(0, 26, 2)], seed=4),
        _drawn(2, [*range(25)], seed=5),
    ]


def _allows(probabilities: Tensor, tried: Set[int]) -> bool:
    right = probabilities.dim() == 2 and probabilities.shape[1] == 26
    return (
        right and tried < {*range(26)} and bool(((probabilities >= 0) & (probabilities <= 1)).all())
    )


QUESTION = Question(
    name="best_letter", cases=_cases, difficulty=3, minutes=8, exact_types=True, allows=_allows
)
