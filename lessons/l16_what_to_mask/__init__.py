"""Lesson 16: What to mask.

You build: maskers, and a corrector of spelling with a soft mask.
"""
