"""Mutants of the references that are right as well, and the inputs on which they have to be."""

EQUIVALENT = {}
INPUTS = {}
