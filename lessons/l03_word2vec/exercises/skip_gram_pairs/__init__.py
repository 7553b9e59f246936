"""Return a pair (word, neighbor) for each neighbor at most ``window`` places away."""
