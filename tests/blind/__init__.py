"""Answers as a class gives them, written from the lessons' texts alone before any was checked.

Each module ``lNN`` has ``WRONG``: name of the exercise -> (function, what its writer had in mind),
and ``RIGHT``: name -> functions. ``python -m tests.blind`` checks them all and prints what became
of them; ``judged.json`` holds what a reader said of each answer of the checker.
"""
