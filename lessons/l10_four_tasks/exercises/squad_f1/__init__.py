"""Compute the F1 of an answer's words, by the right answer that fits best."""
