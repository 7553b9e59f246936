"""Lesson 12: Explanations with SHAP.

You build: which word decided.

- ``measure``: reviews that fool the classifier, and a designed set of sentences;
- ``faithfulness``: deletion and insertion curves of an explanation;
- ``pairs``: what tokens do together;
- ``gradients``: slopes at the word vectors of a text;
- ``translation``, ``number_words``: a small translator to explain, and its language;
- ``bugs``: a score function and an edited review, without a grade;
- ``diagrams``, ``figures``, ``shapley_figures``: what is drawn.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
