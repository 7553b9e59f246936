"""Set the smallest weights to zero."""
