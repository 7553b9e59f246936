"""Lesson 10: One encoder, four tasks.

You build: classes, pairs, tags, spans, choices.

- ``one_encoder``, ``features``: one encoder with five heads, and heads on a frozen encoder;
- ``answer_scores``: F1 and exact match of answers;
- ``scenes``, ``scene_words``, ``choices``: multiple choice from templates;
- ``stories``: stories of one sentence, and what five heads are asked about each;
- ``two_way``: two one-way models side by side;
- ``measure``, ``tables``: what is measured, and its tables;
- ``bugs``: broken and unfinished things to repair;
- ``diagrams``, ``figures``: what is drawn.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
