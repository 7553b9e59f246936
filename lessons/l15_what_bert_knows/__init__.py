"""Lesson 15: What BERT knows, and whether it understands.

You build: probes with controls, and an examiner that tells reading from a trick.

- ``cue_sets``, ``cues``, ``models``: sets made with a cue or against it, and models for them;
- ``characters``, ``controls``, ``layers``: probes of characters by layer, and their controls;
- ``uses``: all uses of one character, and maps of their vectors;
- ``examiner``: four statements about stories;
- ``findings``: what the recorded runs found;
- ``bugs``: a probe that knows too much, and a check for twins;
- ``alts``, ``diagrams``, ``figures``: what is drawn, and in words.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
