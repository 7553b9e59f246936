"""Lesson 01: Counting words: n-gram models.

You build: Kneser-Ney smoothing.
"""

from workbook.questions.quiz import quiz_of

quiz = quiz_of(__name__)
