"""Lesson 12: Explanations with SHAP.

You build: which word decided.
"""

from workbook.questions.quiz import quiz_of

quiz = quiz_of(__name__)
