<<<<<<< HEAD
"""Lesson 17: What to predict.

You build: say in a few words what.
"""

from workbook.questions.open_question import open_questions_of
from workbook.questions.quiz import quiz_of

ask = open_questions_of(__name__)
quiz = quiz_of(__name__)
=======
"""What to predict: pairs of sentences, how many words, and every word at once."""
>>>>>>> l17b
