"""Return the vectors of each window's words, laid end to end."""
