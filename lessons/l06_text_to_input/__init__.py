"""Lesson 06: From text to input.

You build: a WordPiece tokenizer.

- ``measure``: pieces in a word, unknown tokens, padding;
- ``tagged``: messages with two replies, and tokens that say which is wanted;
- ``bugs``: a batch with two bugs, and texts that become the same, without a grade;
- ``cards``: tokens as cards in HTML;
- ``diagrams``, ``figures``: what is drawn.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
