"""Make a step in proportion to the weights."""
