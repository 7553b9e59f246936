"""Compute an attention block's output with one head silenced."""
