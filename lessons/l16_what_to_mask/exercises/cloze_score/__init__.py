"""Count what a model guesses of the hidden pieces."""
