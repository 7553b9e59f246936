"""The misconceptions about ``group_weights``, each a wrong function with advice."""

from lessons.l12_explanations.exercises.group_weights.reference import group_weights

from math import comb, factorial

from workbook.exercises import Misconception

MISCONCEPTIONS = (
    Misconception(
        "all groups weigh the same",
        "1 / 2^(N - 1) for each group gives Banzhaf's index, whose values do not sum to what "
        "there is to share. Count orders: few have just this half of the players first.",
        lambda num_players: [0.5 ** (num_players - 1)] * num_players,
    ),
    Misconception(
        "the weight of a size is not divided among its groups",
        "Each size has 1 / N in all. There are comb(N - 1, size) groups of it, and one of them "
        "gets only its share.",
        lambda num_players: [1 / num_players] * num_players,
    ),
    Misconception(
        "the groups of a size are shared out, but not the sizes",
        "1 / comb(N - 1, size) sums to 1 for every size, so to N in all. The player comes "
        "first, second, ... with chance 1 / N each.",
        lambda num_players: [1 / comb(num_players - 1, size) for size in range(num_players)],
    ),
    Misconception(
        "groups are drawn from all players, with the one in question",
        "The player in question is in no group before it: choose among the N - 1 others, "
        "comb(N - 1, size).",
        lambda num_players: [
            1 / (num_players * comb(num_players, size)) for size in range(num_players)
        ],
    ),
    Misconception(
        "the player in question is counted among those who come after it",
        "Behind a group of this size and the player, N - size - 1 others are left. With N - "
        "size the weights sum to more than 1.",
        lambda num_players: [
            factorial(size) * factorial(num_players - size) / factorial(num_players)
            for size in range(num_players)
        ],
    ),
    Misconception(
        "orders are counted, but not divided by the number of all orders",
        "factorial(size) * factorial(N - size - 1) orders have just this group first. Divide "
        "by factorial(N), the number of all orders.",
        lambda num_players: [
            float(factorial(size) * factorial(num_players - size - 1))
            for size in range(num_players)
        ],
    ),
    Misconception(
        "the empty group is left out",
        "A player may come first: the group before it then has size 0, and weight 1 / N.",
        lambda num_players: group_weights(num_players)[1:],
    ),
    Misconception(
        "the group of all others is left out",
        "A player may come last: all N - 1 others are then before it, so sizes go from 0 to "
        "N - 1, which is range(N).",
        lambda num_players: group_weights(num_players)[:-1],
    ),
)
