"""Lesson 14: Sentence vectors, trained.

You build: three objectives, and an FAQ robot.

- ``triples``, ``encoders``, ``objectives``: what encoders learn from, and by which objective;
- ``ways``: what each way found, from the recorded run;
- ``robot``: the FAQ robot;
- ``tasks``: a search of the reader's own, without a grade;
- ``alts``, ``diagrams``, ``figures``: what is drawn, and in words.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
