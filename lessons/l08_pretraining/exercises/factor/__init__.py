"""Raise the learning rate, then lower it."""
