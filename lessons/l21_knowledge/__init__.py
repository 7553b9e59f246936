"""Lesson 21: Knowledge.

You build: a sentence with its facts (K-BERT), names hidden as a whole (ERNIE), and names exchanged
for others of their type (WKLM).
"""
