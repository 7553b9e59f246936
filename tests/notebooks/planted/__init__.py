"""Inputs that break each claim of a lesson: one module a lesson, ``PLANTED[claim] -> names``."""
