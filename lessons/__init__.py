"""One room a lesson: its source, exercises, quiz, figures and experiments.

A room imports ``bertlab`` and ``workbook``, never another room. ``lesson.py`` is the source of the
notebook; adding a lesson is adding a folder (``make lesson NAME=18_title``), and taking one away is
deleting one.
"""
