"""Return exp of the mean loss over all tokens of all batches."""
