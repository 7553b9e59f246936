"""Lesson 18: Masks as programs.

You build: four masks, a leak test, and one network that fills in, continues and pronounces.

- ``words``: a dictionary as sequences, batches, error rates;
- ``learning``: what the recorded networks are taught;
- ``live``: what runs beside the student's code;
- ``looks``: where an encoder-decoder looks while it writes;
- ``simbert``: the two losses of SimBERT;
- ``diagrams``, ``figures``, ``tables``: what the path shows;
- ``more``, ``further``: further experiments, and what they show.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
