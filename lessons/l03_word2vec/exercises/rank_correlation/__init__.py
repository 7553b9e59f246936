"""Compare two lists by the ranks of their values."""
