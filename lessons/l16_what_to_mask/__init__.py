"""Lesson 16: What to mask.

You build: maskers that hide whole words, names and spans, and a measurement that tells them apart.
"""
