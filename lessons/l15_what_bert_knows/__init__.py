"""Lesson 15: What BERT knows, and whether it understands.

You build: probes with controls, and an examiner that tells reading from a trick.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
