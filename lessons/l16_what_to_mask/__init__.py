"""Lesson 16: What to mask.

You build: maskers for words, names and spans, and a soft mask that looks for spelling mistakes.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
