"""The misconceptions about ``shapley_value``, each a wrong function with advice."""

from lessons.l12_explanations.exercises.shapley_value.reference import Worth, _others

from collections.abc import Callable
from functools import partial
from itertools import combinations
from math import comb, factorial

from workbook.exercises import Misconception

Groups = Callable[[int, int], list[frozenset[int]]]  # (player, N) -> groups of the others


def _weight(size: int, num_players: int) -> float:
    return 1 / (num_players * comb(num_players - 1, size))


def _read(worth: Worth, group: frozenset[int]) -> float:
    return worth[group]


def _value(
    worth: Worth,
    player: int,
    num_players: int,
    *,
    groups: Groups = _others,
    smallest: int = 0,
    fewer: int = 0,
    read: Callable[[Worth, frozenset[int]], float] = _read,
    weight: Callable[[int, int], float] = _weight,
    difference: Callable[[float, float], float] = lambda joined, without: joined - without,
    instead: frozenset[int] | None = None,
) -> float:
    total = 0.0
    for group in groups(player, num_players):
        if smallest <= len(group) < num_players - fewer:
            without = group if instead is None else instead
            gain = difference(read(worth, group | {player}), read(worth, without))
            total += weight(len(group), num_players) * gain
    return total


def _of_all_players(player: int, num_players: int) -> list[frozenset[int]]:
    players = range(num_players)
    return [frozenset(g) for size in players for g in combinations(players, size)]


def _before_in_number(player: int, num_players: int) -> list[frozenset[int]]:
    return [group for group in _others(player, num_players) if all(p < player for p in group)]


def _from_alone(worth: Worth, player: int, num_players: int) -> float:
    return _value(worth, player, num_players, instead=frozenset([player]))


def _everyone_else(player: int, num_players: int) -> list[frozenset[int]]:
    return [frozenset(range(num_players)) - {player}]


MISCONCEPTIONS = (
    Misconception(
        "only what the player adds to the group of all others is counted",
        "Worth of all minus worth of all others is one term of many. Two players who can stand "
        "in for each other would both get 0.",
        partial(_value, groups=_everyone_else, weight=lambda size, N: 1.0),
    ),
    Misconception(
        "only what the player adds to the empty group is counted",
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
        variants=(partial(_value, weight=lambda size, N: 0.5**N),),
    ),
    Misconception(
        "groups of all players are averaged, with the player in question",
        "Choose groups among the N - 1 others: to one that has the player already it adds nothing, "
        "and all these zeros make the mean smaller.",
        partial(_value, groups=_of_all_players, weight=lambda size, N: 1 / (N * comb(N, size))),
        variants=(partial(_value, groups=_of_all_players, weight=lambda size, N: 1 / (2**N - 1)),),
    ),
    Misconception(
        "the groups of each size weigh 1 together, not 1 / N",
        "The plain mean over the groups of a size is one of N such means, for N sizes: their sum "
        "has to be divided by N. 1 / comb(N - 1, size) alone makes weights that sum to N.",
        partial(_value, weight=lambda size, N: 1 / comb(N - 1, size)),
    ),
    Misconception(
        "the player in question is counted among those who come after it",
        "Behind a group of this size and the player, N - size - 1 others are left. With N - size "
        "the weights sum to more than 1.",
        partial(_value, weight=lambda size, N: 1 / comb(N, size)),
    ),
    Misconception(
        "each group stands for one order",
        "1 / factorial(N) is the chance of one order. A group comes first in factorial(size) * "
        "factorial(N - size - 1) of them.",
        partial(_value, weight=lambda size, N: 1 / factorial(N)),
    ),
    Misconception(
        "the weights are not divided by the number of all orders",
        "factorial(size) * factorial(N - size - 1) counts orders: divide by factorial(N), so that "
        "the weights sum to 1.",
        partial(_value, weight=lambda size, N: _weight(size, N) * factorial(N)),
    ),
    Misconception(
        "the weighted sum is divided once more",
        "The weights of all groups sum to 1: the weighted sum is a mean already.",
        partial(_value, weight=lambda size, N: _weight(size, N) / 2 ** (N - 1)),
        variants=(partial(_value, weight=lambda size, N: _weight(size, N) / N),),
    ),
    Misconception(
        "only players with smaller numbers come before",
        "In some orders those with larger numbers come first, too: choose groups among all others, "
        "not among range(player).",
        partial(_value, groups=_before_in_number),
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
        variants=(
            partial(
                _value,
                difference=lambda joined, without: joined,
                weight=lambda size, N: 0.5 ** (N - 1),
            ),
        ),
    ),
    Misconception(
        "the worth of another group is subtracted than that without the player",
        "Subtract what this very group is worth without the player, worth[group]: not what nobody "
        "is worth, nor the player alone.",
        partial(_value, instead=frozenset()),
        variants=(_from_alone,),
    ),
    Misconception(
        "the sign of a difference is lost",
        "A player who makes a group worth less counts below 0 there: no abs, and no max with 0.",
        partial(_value, difference=lambda joined, without: abs(joined - without)),
        variants=(partial(_value, difference=lambda joined, without: max(0.0, joined - without)),),
    ),
    Misconception(
        "the empty group is left out",
        "The player may be the first to come: then the group before is the empty one, and it "
        "has a worth of its own, the base.",
        partial(_value, smallest=1),
        variants=(
            partial(_value, smallest=1, weight=lambda size, N: _weight(size, N) * N / (N - 1)),
        ),
    ),
    Misconception(
        "the group of all others is left out",
        "The player may be the last to come. Sizes of groups go from 0 to N - 1, so range(N).",
        partial(_value, fewer=1),
        variants=(partial(_value, fewer=1, weight=lambda size, N: _weight(size, N) * N / (N - 1)),),
    ),
    Misconception(
        "the empty group is taken to be worth 0",
        "Read worth[frozenset()] like all others: what a player adds to nobody is the worth alone "
        "minus the base.",
        partial(_value, read=lambda worth, group: worth[group] if group else 0.0),
    ),
)
