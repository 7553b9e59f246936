"""Lesson 09: Fine-tuning, on a CPU or a GPU.

You build: a sentiment classifier.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
