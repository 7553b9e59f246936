"""Lesson 19: Training at scale, and BERT in 2026.

You build: a step that several machines share, LAMB's trust ratio, and a layer of ModernBERT.

- ``machines``: processes whose gradients the student's function joins;
- ``processes``: one program that is started several times;
- ``wire``: models, whose gradients cross the wire;
- ``trials``: what the recorded networks have in common;
- ``live``: what runs beside the student's code;
- ``gaps``: a sentence that two models fill in;
- ``figures``, ``tables``: what the path shows;
- ``more``, ``further``: further experiments, and what they show.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
