"""The misconceptions about ``shapley_value``, each a wrong function with advice."""

from lessons.l12_explanations.exercises.shapley_value.reference import Worth, _others

from collections.abc import Callable
from functools import partial
from math import comb

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
) -> float:
    total = 0.0
    for group in groups(player, num_players):
        if smallest <= len(group) < num_players - fewer:
            gain = difference(read(worth, group | {player}), read(worth, group))
            total += weight(len(group), num_players) * gain
    return total


def _everyone_else(player: int, num_players: int) -> list[frozenset[int]]:
    return [frozenset(range(num_players)) - {player}]


MISCONCEPTIONS = (
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
