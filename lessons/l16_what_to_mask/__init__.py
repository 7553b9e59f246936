"""Lesson 16: What to mask.

You build: three maskers, continue a BERT under two of them, and compare them fairly.

- ``halves``: words of two pieces, and who tells their second halves;
- ``masking``, ``live``, ``judge``: what runs beside the student's code: maskers, training, names;
- ``figures``, ``tables``, ``diagrams``: what the path shows, and its claims;
- ``similar_words``: similar words in the place of others (MacBERT);
- ``more``, ``further``: further experiments, and what they show;
- ``span_boundary``: SpanBERT's second loss;
- ``spelling``: correctors of Chinese spelling, and Soft-Masked BERT;
- ``learners``: models that went on learning with a masker, for the recorded comparison;
- ``recorded``: what the recorded runs hold.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
