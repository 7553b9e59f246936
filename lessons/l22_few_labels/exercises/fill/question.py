"""The question: a text in a pattern with a gap, never too long for the model."""

from collections.abc import Sequence

from workbook.exercises import Case, Question


def _case(pattern: str, text: str, max_length: int) -> Case:
    return Case((pattern.split(), text.split(), max_length))


def _cases() -> list[Case]:
    long = "the plot is thin but the songs are a joy"
    return [
        _case("{} it was [MASK] .", "a fine film", 12),
        _case("{} it was [MASK] .", long, 12),
        _case("[MASK] film : {}", long, 9),
        _case("just [MASK] ! {} that is all", long, 13),
        _case("{} it was [MASK] .", "a fine film", 9),  # just fits
        _case("{} it was [MASK] .", "a fine old film", 9),  # one too many
        _case("all in all it was [MASK] . {} so", long, 12),
        _case("[MASK] {}", "dull", 20),
        _case("{} [MASK]", long, 4),  # room for one token
        _case("{} it was [MASK] .", "", 10),
        _case("well , {} was [MASK] , they say", long, 14),
    ]


def _allows(pattern: Sequence[str], tokens: Sequence[str], max_length: int) -> bool:
    once = pattern.count("{}") == pattern.count("[MASK]") == 1
    return once and max_length >= len(pattern) + 2


QUESTION = Question(name="fill", cases=_cases, difficulty=2, minutes=7, allows=_allows)
