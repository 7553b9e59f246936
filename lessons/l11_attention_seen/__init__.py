"""Lesson 11: Attention, seen with BertViz.

You build: three views, offline.

- ``texts``, ``reviews``: held-out texts, and how much a classifier looks at sentiment words;
- ``measure``: whom a pronoun looks at, and what heads do;
- ``contributions``: what a token adds, weights times the length of what is weighted;
- ``silenced``: what it costs to silence heads;
- ``other_weights``: other attention with the same prediction;
- ``translator``: where a small translator looks;
- ``tasks``: a head to design by hand;
- ``diagrams``, ``figures``, ``pronoun_figures``: what is drawn.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
