"""Lesson 06: From text to input.

You build: a WordPiece tokenizer.
"""

from workbook.questions.quiz import quiz_of

quiz = quiz_of(__name__)
