"""Lesson 17: What to predict.

You build: pairs in and out of order, ELECTRA's replaced tokens, and a reader that orders sentences.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
