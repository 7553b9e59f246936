"""Measure how long a call takes."""
