"""Lesson 03: Word vectors: word2vec.

You build: skip-gram, CBOW, three objectives.

- ``company``: pairs for training, and the words that stand beside a word;
- ``people``, ``rank_correlation``: agreement with people's judgements, and its interval;
- ``measure``: neighbors, answers to analogies, a step;
- ``tasks``: a training step to repair, without a grade;
- ``comparisons``, ``diagrams``, ``figures``: what is drawn.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
