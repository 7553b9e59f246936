"""Calling a function that may do anything: limits, kept state, a process of its own."""
