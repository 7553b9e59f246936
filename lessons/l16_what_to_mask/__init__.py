"""Lesson 16: What to mask.

You build: maskers for words, names and spans, and a soft mask that looks for spelling mistakes.

- ``learners``: models that go on learning with a masker;
- ``news``, ``similar_words``: words of the news, and similar words in their place (MacBERT);
- ``span_boundary``: SpanBERT's second loss;
- ``more``, ``further``: further experiments, and what they show;
- ``spelling``: correctors of Chinese spelling, and Soft-Masked BERT;
- ``recorded``: what the recorded runs hold;
- ``bugs``: a way to show spans, with a mistake;
- ``alts``, ``diagrams``, ``figures``: what is drawn, and in words.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
