"""Lesson 09: Fine-tuning, on a CPU or a GPU.

You build: a sentiment classifier.

- ``measure``: what is measured;
- ``baselines``, ``pooling``: other classifiers of the same reviews, and other ways to pool tokens;
- ``numbered_texts``: numbers that join the vector of a text, or are predicted beside its class;
- ``padding``, ``throughput``: how much is padding, and how fast a machine fine-tunes;
- ``flawed_recipe``: a popular recipe, and what its five flaws cost;
- ``bugs``: a training loop and a reader of files with a bug each;
- ``diagrams``, ``figures``: what is drawn.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.predict import predictions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
predict = predictions_of(__name__)
quiz = quiz_of(__name__)
