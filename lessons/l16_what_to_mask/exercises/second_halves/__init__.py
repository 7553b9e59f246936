"""Answer for the second half of a word by counting, without a network."""
