"""Return the mean vector of the words of each context; -1 is no word."""
