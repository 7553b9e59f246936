"""Lesson 00: Start here.

You build: a first look: one word, two meanings, with controls.

- ``measure``, ``spread``: what is measured, and how far a mean moves with the sentences;
- ``diagrams``, ``figures``: what is drawn.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
