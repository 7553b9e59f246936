"""The machine: what makes a notebook teach, and what makes notebooks.

=================  ===============================================================================
``claims``         what every lesson does first, and how it states a claim
``exercises``      the check that names a student's mistake
``quiz, widgets``  questions with feedback, and choices, sliders and texts to try
``figures``        one style for all figures, and words for those who cannot see them
``records``        experiments too long for a lesson: run once, kept, read by name
``make``           from a lesson's source to notebooks, slides, pages and TEACHING.md
``setup``          environments, data folders, the doctor, the bundle; standard library only
=================  ===============================================================================

``python -m workbook --help`` lists what a maintainer does. Importing this package imports nothing.
"""
