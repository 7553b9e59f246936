"""The reference of ``shapley_value``: it stands in until the student is right."""

from collections.abc import Mapping
from itertools import combinations
from math import comb

Worth = Mapping[frozenset[int], float]


def _others(player: int, num_players: int) -> list[frozenset[int]]:
    others = [other for other in range(num_players) if other != player]
    return [frozenset(g) for size in range(num_players) for g in combinations(others, size)]


def shapley_value(worth: Worth, player: int, num_players: int) -> float:
    """Return what a player adds to a group, in a weighted mean over all groups of the others.

    Args:
        worth: What each group is worth, the empty one too, by the frozenset of its players.
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
