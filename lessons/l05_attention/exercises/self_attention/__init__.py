"""Attention with several heads, as a class."""
