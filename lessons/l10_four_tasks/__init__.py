"""Lesson 10: One encoder, four tasks.

You build: classes, pairs, tags, spans.
"""

from workbook.questions.quiz import quiz_of

quiz = quiz_of(__name__)
