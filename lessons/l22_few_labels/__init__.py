"""Lesson 22: Few labels.

You build: a pattern and its words, a cloze that learns, prompt vectors, and a fair choice.

- ``live``: what runs beside the student's code;
- ``figures``, ``tables``: what the path shows;
- ``task``: a few labels, texts without one, and how a method is called;
- ``ways``, ``adversarial``: methods to learn from few labels, all called alike;
- ``few_labels_experiment``: all of them over the number of labels; not recorded yet.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
