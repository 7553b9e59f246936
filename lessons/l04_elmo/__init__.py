"""Lesson 04: Words in context: ELMo.

You build: two-way recurrent language models.
"""

from workbook.questions.quiz import quiz_of

quiz = quiz_of(__name__)
