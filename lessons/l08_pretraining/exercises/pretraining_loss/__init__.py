"""Add the mean loss of the chosen tokens and the mean loss of the pairs."""
