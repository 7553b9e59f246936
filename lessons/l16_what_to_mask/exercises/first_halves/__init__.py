"""Answer for the first half of a word by counting, without a network."""
