"""Compute the F1 of names, over all sentences together."""
