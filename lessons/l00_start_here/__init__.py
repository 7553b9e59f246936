"""Lesson 00: Start here.

You build: first look: one word, six sentences.
"""

from workbook.questions.quiz import quiz_of

quiz = quiz_of(__name__)
