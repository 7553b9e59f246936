"""Lesson 18: Masks as programs."""
