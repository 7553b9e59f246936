"""Lesson 21: Knowledge.

You build: K-BERT's tree, positions and matrix, and texts whose names are hidden or exchanged.

- ``nouns``, ``kinds``: facts about lesson 10's nouns, and a model that reads them in a gap;
- ``world``, ``ways``, ``judge``: an invented valley, objectives that hide or exchange names, and
  which of its facts a model knows;
- ``live``: what runs beside the student's code;
- ``figures``, ``tables``: what the path shows;
- ``roles``, ``entities``: roles of words, and vectors of things, for further experiments;
- ``more``, ``further``: further experiments, and what they show.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
