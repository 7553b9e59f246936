"""Lay a text into a pattern."""
