"""Lesson 20: Small and fast.

You build: a student of a BERT, its teacher's soft labels, eight bits, zeros, and the frontier.

- ``live``: what runs beside the student's code;
- ``figures``, ``tables``: what the path shows;
- ``more``, ``further``: further experiments, and what they show.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
