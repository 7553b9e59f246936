"""The question: which words are hidden, if a name is hidden as a whole or not at all."""

from collections.abc import Sequence
from itertools import pairwise
from random import Random
from typing import Any

from workbook.exercises import Case, Question

FIRST = Random(6).random()  # what Random(6) draws first: not below itself


def _case(text: str, names: list[tuple[int, int]], rate: float, seed: int) -> Case:
    return Case((text.split(), names, rate, Random(seed)))


def _cases() -> list[Case]:
    return [
        _case("the cello was heavy", [(0, 2)], 0.5, 1),
        _case("so the old cello of Ada May Blum was heavy", [(1, 4), (5, 8)], 0.5, 2),
        _case("Ada Blum and her cello came to New York by train", [(0, 2), (7, 9)], 0.4, 3),
        _case("it was heavy", [], 0.6, 4),
        _case("the cello of Ada Blum", [(1, 2), (3, 5)], 1.0, 5),  # a name of one word
        _case("her cello was heavy", [(0, 2)], FIRST, 6),
        _case("Ada Blum New York Old Bridge", [(0, 2), (2, 4), (4, 6)], 0.5, 7),
        _case("Ada Blum played", [(0, 2)], 0.0, 8),
        _case("cello", [(0, 1)], 0.9, 9),
        _case("", [], 0.5, 10),
        _case("he said that the cello of Ada Blum was as heavy as a door", [(6, 8)], 0.15, 11),
        _case("Ada Blum left New York with Jo May Li", [(0, 2), (3, 5), (6, 9)], 0.7, 12),
    ]


def _allows(words: Sequence[str], names: Sequence[tuple[int, int]], **_: Any) -> bool:
    inside = all(0 <= start < end <= len(words) for start, end in names)
    return inside and all(a[1] <= b[0] for a, b in pairwise(names))


QUESTION = Question(name="hide_name", cases=_cases, difficulty=3, minutes=12, allows=_allows)
