"""The question: how many words a span has."""

from collections.abc import Sequence
from random import Random

from workbook.exercises import Case, Question


def _coins(longer: int, after: int) -> Case:
    """Make coins of which some add a word, one ends the span, and the rest is not read."""
    generator = Random(longer)
    adding = [generator.uniform(0.21, 1) for _ in range(longer)]
    rest = [generator.random() for _ in range(after)]
    return Case(([*adding, generator.uniform(0, 0.19), *rest],))


def _cases() -> list[Case]:
    edges = [0.2, 0.21, 0.95, 0.199, 0.5], [0.0, 0.7], [0.4, 0.2, 0.1999]
    lengths = {4: 3, 8: 0, 9: 5, 10: 2, 11: 4, 12: 1, 20: 3, 27: 6}
    return [*(Case((coins,)) for coins in edges), *(_coins(*each) for each in lengths.items())]


def _allows(coins: Sequence[float]) -> bool:
    return any(coin < 0.2 for coin in coins)


QUESTION = Question(name="span_length", cases=_cases, difficulty=2, minutes=10, allows=_allows)
