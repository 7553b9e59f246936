"""Return how often a cosine of one list is higher than one of the other."""
