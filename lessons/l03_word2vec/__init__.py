"""Lesson 03: Word vectors: word2vec.

You build: skip-gram, CBOW, three objectives.
"""

from workbook.questions.quiz import quiz_of

quiz = quiz_of(__name__)
