"""Lesson 13: Sentence vectors without labels.

You build: whitening, and the loss of SimCSE.

- ``corpora``: the sentences to fit on, to choose by, and to judge by;
- ``reading``: from sentences to vectors, in all the ways that are compared;
- ``judging``, ``leads``: what a way is worth, and the interval of a difference;
- ``flow``: an invertible network to vectors that spread evenly;
- ``clouds``: points in two dimensions, whitened and bent straight;
- ``measure``: a first look, a toy, a search;
- ``bugs``: two readings of a sentence, and a coupling to invert;
- ``alts``, ``diagrams``, ``figures``, ``pictures``: what is drawn, and in words.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
