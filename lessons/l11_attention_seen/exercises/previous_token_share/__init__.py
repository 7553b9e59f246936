"""Measure how much of its weight each head gives to the token before."""
