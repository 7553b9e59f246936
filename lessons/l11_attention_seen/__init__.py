"""Lesson 11: Attention, seen with BertViz.

You build: three views, offline.
"""

from workbook.questions.quiz import quiz_of

quiz = quiz_of(__name__)
