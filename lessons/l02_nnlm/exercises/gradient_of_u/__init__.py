"""Compute the gradient of the output weights by hand."""
