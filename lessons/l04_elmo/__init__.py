"""Lesson 04: Words in context: ELMo.

You build: two-way recurrent language models.

- ``senses``, ``marked``: does a vector know which *may* or *right* it is?
- ``controls``: random networks, and neighbors without a network;
- ``measure``: what each direction sees, gaps, a batch's neighbors;
- ``examples``: the text of the live training;
- ``diagrams``, ``figures``: what is drawn.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
