"""Lesson 16: What to mask.

You build: maskers that hide whole words, names and spans, a measurement that tells them apart, and
a corrector of spelling with a soft mask.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
