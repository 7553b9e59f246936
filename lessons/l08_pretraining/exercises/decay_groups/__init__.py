"""Divide the parameters of a model: those that decay, and the others."""
