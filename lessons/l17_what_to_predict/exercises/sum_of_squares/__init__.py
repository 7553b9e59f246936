"""Add up the squares of some numbers."""
