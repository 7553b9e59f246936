"""Lesson 07: BERT from scratch, with real weights.

You build: the whole model.

- ``layers``, ``whole``: the encoder layer of lesson 05, and the check of a whole forward pass;
- ``loading``: which part of a published file is which part of the student's layer;
- ``bugs``, ``suspects``: BERTs with one bug each, to be found by parity tests;
- ``measure``: what is measured;
- ``alts``, ``diagrams``, ``figures``: what is drawn, and in words.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
