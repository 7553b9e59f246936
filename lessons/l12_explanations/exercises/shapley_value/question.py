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


def _unsorted(num_players: int, player: int, seed: int) -> Case:
    """Draw worths on both sides of 0, in quarters, of groups in any order; everybody has 0."""
    generator = np.random.default_rng(seed)
    worth, _, _ = _case(num_players, player, seed).args
    groups = [list(worth)[place] for place in generator.permutation(len(worth))]
    everybody = worth[frozenset(range(num_players))]
    return Case(({group: (worth[group] - everybody) / 4 for group in groups}, player, num_players))


def _cases() -> list[Case]:
    cases = [_case(3, 1, seed=1), _case(4, 2, seed=2), _case(1, 0, seed=3), _case(5, 3, seed=4)]
    return [*cases, _unsorted(4, 0, seed=5), _unsorted(3, 2, seed=6)]


QUESTION = Question(
    name="shapley_value",
    cases=_cases,
    difficulty=3,
    minutes=10,
    exact_types=True,
)
