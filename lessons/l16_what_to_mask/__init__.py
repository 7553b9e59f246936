"""Lesson 16: What to mask.

You build: maskers that hide whole words, names and spans, a measurement that tells them apart, and
a corrector of spelling with a soft mask.
"""
