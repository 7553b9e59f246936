"""Hang its facts on each word of a sentence."""
