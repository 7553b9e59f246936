"""Exercise of the lesson on explanations: one Shapley value, by all groups of the others."""

from collections.abc import Callable, Mapping
from functools import partial
from itertools import combinations
from math import comb

import numpy as np

from bertlab.exercises.definition import Case, Exercise, Misconception

Worth = Mapping[frozenset[int], float]
Groups = Callable[[int, int], list[frozenset[int]]]  # (player, N) -> groups of the others


def _others(player: int, num_players: int) -> list[frozenset[int]]:
    others = [other for other in range(num_players) if other != player]
    return [frozenset(g) for size in range(num_players) for g in combinations(others, size)]


def _shapley_value(worth: Worth, player: int, num_players: int) -> float:
    """Return what a player adds to a group, averaged over all groups of the others.

    Args:
        worth: What each group is worth, by the frozenset of its players.
        player: Which one, from 0.
        num_players: N; players are 0 to N - 1.

    Returns:
        The sum of weight * (worth with the player - worth without) over all groups without the
        player; the weight of a group S is |S|! (N - |S| - 1)! / N!.
    """
    total = 0.0
    for group in _others(player, num_players):
        weight = 1 / (num_players * comb(num_players - 1, len(group)))
        total += weight * (worth[group | {player}] - worth[group])
    return total


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


# --- the slips: the same sum over other groups, weights or differences ----------------------------


def _weight(size: int, num_players: int) -> float:
    return 1 / (num_players * comb(num_players - 1, size))


def _value(
    worth: Worth,
    player: int,
    num_players: int,
    *,
    groups: Groups = _others,
    weight: Callable[[int, int], float] = _weight,
    difference: Callable[[float, float], float] = lambda joined, without: joined - without,
) -> float:
    return sum(
        weight(len(group), num_players) * difference(worth[group | {player}], worth[group])
        for group in groups(player, num_players)
    )


def _everyone_else(player: int, num_players: int) -> list[frozenset[int]]:
    return [frozenset(range(num_players)) - {player}]


shapley_value = Exercise(
    name="shapley_value",
    reference=_shapley_value,
    cases=_cases,
    misconceptions=(
        Misconception(
            "only the player's leaving of the whole group is counted",
            "Worth of all minus worth of all others is one term of many. Two players who can stand "
            "in for each other would both get 0.",
            partial(_value, groups=_everyone_else, weight=lambda size, N: 1.0),
        ),
        Misconception(
            "only the player's coming to the empty group is counted",
            "What a player is worth alone is one term of many: a player who is of use only beside "
            "another one would get 0.",
            partial(_value, groups=lambda player, N: [frozenset()], weight=lambda size, N: 1.0),
        ),
        Misconception(
            "one order of the players stands for all",
            "Players 0, 1, 2, ... came in this order, and what each adds depends on it. Go through "
            "all groups, so that every order counts.",
            partial(
                _value,
                groups=lambda player, N: [frozenset(range(player))],
                weight=lambda size, N: 1.0,
            ),
        ),
        Misconception(
            "all groups weigh the same",
            "The plain mean over groups is Banzhaf's index, and its values do not sum to worth of "
            "all minus worth of none. Weigh each group by its size.",
            partial(_value, weight=lambda size, N: 0.5 ** (N - 1)),
        ),
        Misconception(
            "the differences are not weighted",
            "Multiply each difference by the weight of its group: these weights sum to 1, so the "
            "value is a mean of what the player adds.",
            partial(_value, weight=lambda size, N: 1.0),
        ),
        Misconception(
            "each size weighs 1 / N, whatever the number of its groups",
            "Divide the 1 / N of a size among its comb(N - 1, size) groups: else sizes with many "
            "groups count too much.",
            partial(_value, weight=lambda size, N: 1 / N),
        ),
        Misconception(
            "the weight takes the size of the group with the player",
            "|S| is the size before the player comes. With the player counted in |S|, the weights "
            "of all groups sum to more than 1.",
            partial(_value, weight=lambda size, N: 1 / comb(N, size + 1)),
        ),
        Misconception(
            "the difference has the wrong sign",
            "A player who makes a group worth more has a positive value: with the player minus "
            "without.",
            partial(_value, difference=lambda joined, without: without - joined),
        ),
        Misconception(
            "the worth without the player is not subtracted",
            "What counts is what the player adds, not what the group is worth once it is there.",
            partial(_value, difference=lambda joined, without: joined),
        ),
        Misconception(
            "the empty group is left out",
            "The player may be the first to come: then the group before is the empty one, and it "
            "has a worth of its own, the base.",
            partial(_value, groups=lambda player, N: _others(player, N)[1:]),
        ),
        Misconception(
            "the group of all others is left out",
            "The player may be the last to come. Sizes of groups go from 0 to N - 1, so range(N).",
            partial(_value, groups=lambda player, N: _others(player, N)[:-1]),
        ),
    ),
    difficulty=3,
    minutes=10,
)
