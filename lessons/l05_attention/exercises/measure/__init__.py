"""Measure how every head shares out the weight of a pronoun."""
