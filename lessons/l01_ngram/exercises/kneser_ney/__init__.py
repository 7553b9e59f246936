"""Return P(word | history), mixed with the share of different pairs that end in ``word``."""
