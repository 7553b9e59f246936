"""Return the probability of keeping one occurrence of each word: sqrt(t/f) + t/f, at most 1."""
