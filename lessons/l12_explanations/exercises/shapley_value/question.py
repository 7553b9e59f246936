"""The question: one Shapley value, by all groups of the others."""

from itertools import combinations

import numpy as np

from workbook.exercises import Case, Question


def _case(num_players: int, player: int, seed: int) -> Case:
    """Draw worths that are not 0 for the empty group, and differ for all others."""
    numbers = np.random.default_rng(seed).permutation(90)[: 2**num_players]
    groups = [
        frozenset(group)
        for size in range(num_players + 1)
        for group in combinations(range(num_players), size)
    ]
    worth = {group: float(number + 3) for group, number in zip(groups, numbers, strict=True)}
    return Case((worth, player, num_players))


def _cases() -> list[Case]:
    return [_case(3, 1, seed=1), _case(4, 2, seed=2), _case(1, 0, seed=3), _case(5, 3, seed=4)]


QUESTION = Question(
    name="shapley_value",
    cases=_cases,
    difficulty=3,
    minutes=10,
)
