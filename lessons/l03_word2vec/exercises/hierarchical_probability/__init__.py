"""Return the probability of a word: the product of the turns on its path, 0 left, 1 right."""
