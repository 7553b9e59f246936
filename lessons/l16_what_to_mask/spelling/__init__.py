"""Spelling: sentences to spoil, correctors, and what was measured of them."""
