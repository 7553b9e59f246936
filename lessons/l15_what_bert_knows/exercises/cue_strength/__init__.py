"""Measure how good a cue a word is."""
