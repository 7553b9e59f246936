"""Lesson 02: A neural probabilistic language model.

You build: the first neural language model.
"""

from workbook.questions.quiz import quiz_of

quiz = quiz_of(__name__)
