"""Lesson 08: Pre-training: masked words and next sentences.

You build: pairs, masks, losses and updates, and train a BERT on real text.

- ``live``: what runs beside the student's code: batches, English letters, answers at gaps;
- ``distributions``: pairs and masks in the mass;
- ``stories``: a tiny language, and its gaps;
- ``figures``, ``diagrams``: what is drawn on the path;
- ``tables``: what is measured on the path, and its claims;
- ``more``: further experiments; ``letter_models``, ``long_runs``, ``gaps``, ``further`` and
  ``story_experiments``: what they show;
- ``recorded``: what the recorded runs of letter models hold;
- ``visible``: what a model says of words that it sees.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
