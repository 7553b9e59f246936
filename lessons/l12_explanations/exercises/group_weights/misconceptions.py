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
        variants=(lambda num_players: [0.5**num_players] * num_players,),
    ),
    Misconception(
        "the weight of a size is not divided among its groups",
        "Each size has 1 / N in all. There are comb(N - 1, size) groups of it, and one of them "
        "gets only its share.",
        lambda num_players: [1 / num_players] * num_players,
    ),
    Misconception(
        "the groups of each size weigh 1 together, not 1 / N",
        "1 / comb(N - 1, size) sums to 1 for every size, so to N in all. The player comes "
        "first, second, ... with chance 1 / N each: divide by N as well.",
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
        "the division is one of integers, which rounds down",
        "Divide with /, not with //: weights lie between 0 and 1, and // makes 0 of them.",
        lambda num_players: [float(weight // 1) for weight in group_weights(num_players)],
    ),
    Misconception(
        "the size counts the player in question, too",
        "The group is what comes before the player, without it: sizes go from 0 to N - 1, and with "
        "the player in them the weights of all groups sum to more than 1.",
        lambda num_players: [
            factorial(size) * factorial(num_players - size) / factorial(num_players)
            for size in range(1, num_players + 1)
        ],
    ),
    Misconception(
        "num_players is taken for the number of the others",
        "The player in question is one of the N: the others are N - 1, and orders factorial(N).",
        lambda num_players: group_weights(num_players + 1)[:-1],
        variants=(lambda num_players: group_weights(num_players + 1),),
    ),
    Misconception(
        "the orders within the group are not counted",
        "Those in the group may come in any order: factorial(size) of them, times factorial(N - "
        "size - 1) for those who come later.",
        lambda num_players: [
            factorial(num_players - size - 1) / factorial(num_players)
            for size in range(num_players)
        ],
    ),
    Misconception(
        "the orders of those who come later are not counted",
        "Behind the player the N - size - 1 others may come in any order, too: multiply by "
        "factorial(N - size - 1).",
        lambda num_players: [
            factorial(size) / factorial(num_players) for size in range(num_players)
        ],
    ),
    Misconception(
        "each group stands for one order",
        "1 / factorial(N) is the chance of one order. A group comes first in factorial(size) * "
        "factorial(N - size - 1) of them.",
        lambda num_players: [1 / factorial(num_players)] * num_players,
    ),
    Misconception(
        "orders are added, not multiplied",
        "Each order of the group goes with each order of those who come later: multiply both "
        "numbers.",
        lambda num_players: [
            (factorial(size) + factorial(num_players - size - 1)) / factorial(num_players)
            for size in range(num_players)
        ],
    ),
    Misconception(
        "the number of groups of a size is not divided by",
        "The more groups of a size there are, the less one of them weighs: comb(N - 1, size) "
        "stands below the line.",
        lambda num_players: [float(comb(num_players - 1, s)) for s in range(num_players)],
        variants=(
            lambda num_players: [
                comb(num_players - 1, size) / num_players for size in range(num_players)
            ],
            lambda num_players: [
                comb(num_players - 1, size) / 2 ** (num_players - 1) for size in range(num_players)
            ],
            lambda num_players: [
                comb(num_players - 1, size) / factorial(num_players) for size in range(num_players)
            ],
        ),
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
