"""Lesson 09: Fine-tuning on a GPU.

You build: a sentiment classifier.
"""

from workbook.questions.quiz import quiz_of

quiz = quiz_of(__name__)
