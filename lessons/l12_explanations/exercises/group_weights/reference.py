"""The reference of ``group_weights``: it stands in until the student is right."""

from math import factorial


def group_weights(num_players: int) -> list[float]:
    """Return the weight of one group of 0, 1, ..., N - 1 players in another player's value.

    Imagine all orders in which N players may come, each as likely as the others. The weight of a
    group is the chance that just these players come before the one in question.

    Args:
        num_players: N, all players, with the one in question; 1 to 12.

    Returns:
        N weights, by the size of the group.
    """
    N = num_players
    return [factorial(size) * factorial(N - size - 1) / factorial(N) for size in range(N)]
