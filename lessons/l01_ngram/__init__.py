"""Lesson 01: Counting words: n-gram models.

You build: Kneser-Ney smoothing.

- ``smoothing``, ``rivals``: models beside Kneser-Ney's, and what they say;
- ``measure``: texts that are written, counts that return, words chosen;
- ``offers``, ``pages``: next words and written texts, as a page shows them;
- ``tasks``: two programs to complete, without a grade;
- ``diagrams``, ``figures``: what is drawn.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
