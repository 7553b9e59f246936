"""Errors of the words that a step of negative sampling asks about."""
