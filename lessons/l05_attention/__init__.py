"""Lesson 05: Attention and the Transformer encoder.

You build: attention, masks, heads.
"""

from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

quiz = quiz_of(__name__)
predict = predictions_of(__name__)
