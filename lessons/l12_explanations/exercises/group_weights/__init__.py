"""Return the weight of one group of 0, 1, ..., N - 1 players in another player's value."""
