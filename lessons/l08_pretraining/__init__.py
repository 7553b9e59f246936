"""Lesson 08: Pre-training: masked words and next sentences.

You build: two checkpoints.

- ``stories``: a tiny language to pre-train on;
- ``checks``: counts and giveaways in examples, gaps of a young model;
- ``measure``: numbers that runs are compared with;
- ``visible``: predictions at tokens that are not hidden;
- ``riddle``: what models of letters know on the plateau;
- ``results``: what the recorded runs found;
- ``bugs``: a masking function with bugs;
- ``diagrams``, ``figures``: what is drawn.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
