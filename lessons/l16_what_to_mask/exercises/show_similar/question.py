"""The question: similar words in place of [MASK]."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from workbook.exercises import Case, Question


def _case(length: int, draws: dict[tuple[int, int], float], known: list[int], seed: int) -> Case:
    """Make a text with a draw for each span.

    Args:
        length: Of the text.
        draws: That of each span.
        known: Which spans are words with a similar one.
        seed: Of everything else.
    """
    generator = Random(seed)
    ids, spans = [generator.randint(10, 99) for _ in range(length)], list(draws)
    words = [tuple(ids[start:end]) for start, end in spans]
    similar, others = (
        [tuple(generator.randint(a, a + 99) for _ in word) for word in words] for a in (100, 200)
    )
    entries = {words[i]: similar[i] for i in known}
    return Case((ids, spans, entries, list(draws.values()), others))


def _cases() -> list[Case]:
    twice = [7, 8, 9, 7, 8, 5, 7]  # parts of a word are words as well
    similar = {(7, 8): (17, 18), (7,): (6,), (8,): (3,), (8, 9): (1, 2), (17, 18): (7, 8)}
    drawn = {(0, 2): 0.2, (3, 5): 0.85, (6, 7): 0.7, (2, 3): 0.1}
    return [
        Case((twice, [*drawn], similar, [*drawn.values()], [(31, 32), (33, 34), (35,), (36,)])),
        _case(9, {(1, 3): 0.3, (5, 8): 0.6, (8, 9): 0.95}, [0, 2], seed=1),
        _case(12, {(9, 12): 0.8, (0, 1): 0.9, (3, 7): 0.79, (7, 9): 0.8999}, [0, 1, 2, 3], seed=2),
        _case(16, {(4, 6): 0.0, (11, 15): 0.99, (1, 4): 0.84, (6, 8): 0.5}, [1, 2], seed=3),
        _case(5, {(2, 4): 0.4}, [], seed=4),
        _case(6, {}, [], seed=5),
        _case(1, {(0, 1): 0.7}, [0], seed=6),
        _case(0, {}, [], seed=7),
    ]


def _allows(
    ids: Sequence[int],
    spans: Sequence[tuple[int, int]],
    similar: Mapping[Sequence[int], Sequence[int]],
    others: Sequence[Sequence[int]],
    **_: Any,
) -> bool:
    inside = all(0 <= start < end <= len(ids) for start, end in spans)
    equal = all(len(word) == len(other) for word, other in similar.items())
    return inside and equal and [end - start for start, end in spans] == [*map(len, others)]


QUESTION = Question(name="show_similar", cases=_cases, difficulty=2, minutes=14, allows=_allows)
