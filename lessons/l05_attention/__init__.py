"""Lesson 05: Attention and the Transformer encoder.

You build: attention, masks, heads, an encoder layer, and load MiniLM's weights into it.

- ``live``: what runs beside the student's code: six words, published weights, pairs of sentences;
- ``world``: the small world and the networks that learn it;
- ``figures``, ``diagrams``: what is drawn on the path;
- ``tables``: what is measured on the path, and its claims;
- ``more``, ``further``: further experiments, and what they draw;
- ``reach``: how far back attention and recurrent networks look, and vectors of positions.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
