"""Count the numbers of a model."""
