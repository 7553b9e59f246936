"""Lesson 08: Pre-training: masked words and next sentences.

You build: two checkpoints.
"""

from workbook.questions.quiz import quiz_of

quiz = quiz_of(__name__)
