"""Return the probability of each word as noise: its count to a power, normalized."""
