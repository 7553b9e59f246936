"""Measure how widely each head spreads its attention."""
