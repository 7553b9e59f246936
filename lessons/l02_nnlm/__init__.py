"""Lesson 02: A neural probabilistic language model.

You build: the first neural language model.

- ``recurrent``: the recurrent language model;
- ``measure``: gradients, passes, groups of tokens;
- ``space``: directions that words share in the rows of C;
- ``tasks``: a training step to complete, without a grade;
- ``diagrams``, ``figures``: what is drawn.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
