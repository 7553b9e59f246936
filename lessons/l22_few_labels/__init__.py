"""Lesson 22: Few labels.

You build: a pattern and its words, a cloze that learns, prompt vectors, and a fair choice.

- ``live``: what runs beside the student's code;
- ``figures``, ``recorded_figures``, ``tables``: what the path shows; ``controls``: where a reader
  asks;
- ``scores``: what the recorded models have right;
- ``task``: a few labels, texts without one, and how a method is called;
- ``ways``, ``adversarial``, ``copies``: ways to learn from few labels, all called alike;
- ``more``, ``further``: further experiments, and what they show.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
