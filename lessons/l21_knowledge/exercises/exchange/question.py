"""The question: names that are replaced by others of their type, and what was done."""

from collections.abc import Mapping, Sequence
from itertools import pairwise
from random import Random
from typing import Any

from workbook.exercises import Case, Question

TYPES = (
    ["the cello", "a violin", "the double bass", "drums"],
    ["Ada Blum", "Jo", "Lea May Li", "Tom Old", "Ann de la Mar"],
    ["New York", "Rome", "Rio de Janeiro"],
    ["the moon", "Mars"],
    ["Monday"],  # alone in its type
)
SAME_TYPE = {name: kind for kind in TYPES for name in kind}


def _case(text: str, seed: int) -> Case:
    """Read a text in which names stand in brackets: ``"[the cello] was heavy"``."""
    words: list[str] = []
    names = []
    for number, part in enumerate(text.replace("]", "[").split("[")):
        start = len(words)
        words += part.split()
        if number % 2:
            names.append((start, len(words)))
    return Case((words, names, SAME_TYPE, Random(seed)))


def _cases() -> list[Case]:
    return [
        _case("[the cello] was heavy", 1),
        _case("[the cello] was heavy", 3),
        _case("so [Ada Blum] took [the cello] to [New York] by train", 2),
        _case("on [Monday] [Jo] and [Tom Old] saw [Mars] from [Rio de Janeiro]", 5),
        _case("[Monday] was [Monday] before [Lea May Li] lost [the double bass]", 8),
        _case("it was heavy", 6),
        _case("[Rome] [Rome] [Rome] [Rome] [Rome] and [drums]", 7),
        _case("", 9),
        _case("[Jo]", 17),  # a draw just above 0.5
        _case("then [Ann de la Mar] came on [Monday] with [a violin] and [the moon] shone", 11),
        _case("[Jo] met [Jo] and [Ada Blum] and [Tom Old] in [Rome] and [New York] again", 23),
        _case("from [Mars] to [the moon] with [Lea May Li] and [drums] is far", 14),
    ]


def _allows(
    words: Sequence[str],
    names: Sequence[tuple[int, int]],
    same_type: Mapping[str, Sequence[str]],
    **_: Any,
) -> bool:
    inside = all(0 <= start < end <= len(words) for start, end in names)
    known = all(" ".join(words[start:end]) in same_type for start, end in names)
    return inside and known and all(a[1] <= b[0] for a, b in pairwise(names))


QUESTION = Question(name="exchange", cases=_cases, difficulty=3, minutes=14, allows=_allows)
