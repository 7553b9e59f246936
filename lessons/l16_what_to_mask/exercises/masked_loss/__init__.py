"""Compute the loss of a step, with scores for the chosen positions alone."""
