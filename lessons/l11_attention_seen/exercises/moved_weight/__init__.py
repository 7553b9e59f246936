"""Measure how much weight lies elsewhere in another table."""
