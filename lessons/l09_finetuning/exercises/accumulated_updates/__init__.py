"""Train a head by gradient descent, with an update after each group of micro-batches."""
