"""The question: fill the gap of a text."""

from lessons.l08_pretraining.exercises.cases import SmallBert

from collections.abc import Sequence
from typing import Any

from bertlab.text.wordpiece import SPECIALS, WordPieceTokenizer
from workbook.exercises import Case, Question


def tried(function: Any, vocabulary: Sequence[str], text: str, top: int) -> Any:
    """Return what a function fills into a text, by a model of its own for each vocabulary."""
    return function(SmallBert(len(vocabulary), 6), WordPieceTokenizer(vocabulary), text, top)


def _cases() -> list[Case]:
    words = ["he", "opened", "the", "door", "book", "and", "went", "read", ".", "##s", "in"]
    specials_last = [*words[:7], *SPECIALS, *words[7:]]
    return [
        Case(([*SPECIALS, *words], "He opened the [MASK] and went in.", 3)),
        Case(([*SPECIALS, *words], "[MASK] opened the books.", 2)),
        Case((specials_last, "he went [MASK]", 4)),
        Case((specials_last[1:], "the book and the [MASK] door opened", 1)),
        Case(([*SPECIALS, *words[:3]], "[MASK]", 8)),  # the whole vocabulary
    ]


QUESTION = Question(
    name="fill", tried=tried, cases=_cases, difficulty=3, minutes=10, exact_types=True
)
