"""Lesson 17: What to predict.

You build: pairs in and out of order, ELECTRA's replaced tokens, and a reader that orders sentences.

- ``pairs``, ``pair_objective``: pairs of sentences, and the loss of pairs alone;
- ``counting``: what can be known of a pair without reading it;
- ``learning``: the models that go on learning;
- ``finder``, ``shown``: ELECTRA at work, and its page;
- ``findings``, ``learned``: what the recorded runs of sentence order and of ELECTRA found;
- ``bugs``: a way to cut pairs that gives their order away;
- ``alts``, ``diagrams``, ``figures``: what is drawn, and in words.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
